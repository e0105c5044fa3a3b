//! SVG renderer of the display list: each image once, each tile of it a symbol, each place a use.

use crate::list::{Placed, Sprite};
use crate::overlay::{Overlay, Part, generated_window};
use crate::picture::Picture;
use crate::raster::letters::{LETTER, runs};
use crate::raster::{encode, tinted};
use crate::rect::Rect;
use crate::shape::{Label, Outline, Shape};
use crate::trail::pieces;
use crate::view::{DrawError, Frame};
use base64::Engine;
use glam::Vec2;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::io::{BufWriter, Write};
use tilephys_tiled::{Color, Flip};

/// Maximum number of elements of a file. Viewers take minutes for more.
const MAX_ELEMENTS: usize = 1 << 20;

/// A part of a sheet, and a tint of its colours.
type Tile = (Sprite, [u8; 3]);

/// Definitions at the head of a file, used below.
#[derive(Default)]
struct Definitions {
    tiles: HashMap<Tile, usize>,
    order: Vec<Tile>,
    elements: usize,
}

impl Definitions {
    fn count(&mut self, placed: &Placed) {
        self.elements += 1;
        let tile = (placed.sprite, dye(placed));
        let next = self.tiles.len();
        self.tiles.entry(tile).or_insert_with(|| {
            self.order.push(tile);
            next
        });
    }
}

fn dye(placed: &Placed) -> [u8; 3] {
    let Color { red, green, blue, .. } = placed.ink.tint;
    [red, green, blue]
}

/// Writes the whole file.
pub(crate) fn write(picture: &Picture<'_>, frame: &Frame, out: impl Write) -> Result<(), DrawError> {
    let [left, top] = frame.corner;
    // The whole of the last pixel, as in the PNG renderer.
    let [width, height] = [frame.width, frame.height].map(|side| f64::from(side) / frame.scale);
    let window = [left, top, left + width, top + height];
    let mut definitions = Definitions::default();
    picture.list.placed(window, picture.millis, 0..usize::MAX).for_each(|placed| definitions.count(&placed));
    for overlay in &picture.overlays {
        match overlay {
            Overlay::Shape(_) | Overlay::Label(_) => definitions.elements += 2,
            Overlay::Generated(shapes) => {
                shapes(generated_window(window, frame.scale), &mut |_| definitions.elements += 1);
            }
        }
    }
    if definitions.elements > MAX_ELEMENTS {
        let message = format!(
            "the SVG would have {} elements, and the limit is {MAX_ELEMENTS}; choose a smaller region, or \
             PNG",
            definitions.elements
        );
        return Err(DrawError::Limit(message));
    }
    let mut out = BufWriter::new(out);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{left} {top} {width} {height}">"#,
        frame.width, frame.height
    )?;
    define(&mut out, picture, &definitions)?;
    if let Some(color) = picture.list.background {
        let paint = Paint("fill", Some(color));
        writeln!(out, r#"<rect x="{left}" y="{top}" width="{width}" height="{height}"{paint}/>"#)?;
    }
    let mut writer = Writer { out, definitions, window, scale: frame.scale, patterns: 0 };
    for Part { layers, overlays } in picture.parts() {
        for placed in picture.list.placed(window, picture.millis, layers) {
            writer.image(&placed)?;
        }
        for overlay in overlays {
            match overlay {
                Overlay::Shape(shape) => writer.shape(shape)?,
                Overlay::Generated(shapes) => {
                    let mut done = Ok(());
                    shapes(generated_window(window, frame.scale), &mut |shape| {
                        if done.is_ok() {
                            done = writer.shape(&shape);
                        }
                    });
                    done?;
                }
                Overlay::Label(label) => writer.label(label)?,
            }
        }
    }
    writeln!(writer.out, "</svg>")?;
    writer.out.flush()?;
    Ok(())
}

/// Defines each tile as an image of its own: viewers clip symbols and blur edges in too many ways.
fn define(out: &mut impl Write, picture: &Picture<'_>, definitions: &Definitions) -> Result<(), DrawError> {
    writeln!(out, "<defs>")?;
    for (index, (sprite, [red, green, blue])) in definitions.order.iter().enumerate() {
        let sheet = &picture.sheets[sprite.image];
        let [x, y, width, height] = sprite.part;
        let row = |y: u32| {
            let start = y as usize * sheet.width as usize + x as usize;
            &sheet.data[start..start + width as usize]
        };
        let pixels = tinted((y..y + height).flat_map(row), Color::rgb(*red, *green, *blue));
        let data = base64::engine::general_purpose::STANDARD.encode(encode(width, height, &pixels)?);
        // Viewers that do not know "pixelated" fall back on the attribute.
        writeln!(
            out,
            r#"<image id="t{index}" width="{width}" height="{height}" image-rendering="optimizeSpeed" style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>"#
        )?;
    }
    writeln!(out, "</defs>")?;
    Ok(())
}

/// A file in progress, after its head.
struct Writer<W: Write> {
    out: W,
    definitions: Definitions,
    /// Visible region: left, top, right, bottom.
    window: [f64; 4],
    scale: f64,
    patterns: usize,
}

impl<W: Write> Writer<W> {
    fn image(&mut self, placed: &Placed) -> Result<(), DrawError> {
        let opacity = f64::from(placed.ink.opacity) * f64::from(placed.ink.tint.alpha) / 255.0;
        let opacity = Optional("opacity", (opacity != 1.0).then_some(opacity));
        if placed.repeat != [false; 2] {
            return self.pattern(placed, &opacity);
        }
        let [left, top, ..] = placed.rect;
        self.tile(placed, [left, top])?;
        writeln!(self.out, "{opacity}/>")?;
        Ok(())
    }

    /// Writes the use of an image with its top left corner at `corner`, without its end.
    fn tile(&mut self, placed: &Placed, corner: [f64; 2]) -> Result<(), DrawError> {
        let id = self.definitions.tiles[&(placed.sprite, dye(placed))];
        let [_, _, own_width, own_height] = placed.sprite.part.map(f64::from);
        let [_, _, width, height] = placed.rect;
        let [x, y] = corner;
        let Flip { horizontal, vertical, diagonal } = placed.flip;
        // Image vectors of a step along the width, and a step along the height.
        let mut matrix = if diagonal {
            [0.0, height / own_width, width / own_height, 0.0, x, y]
        } else {
            [width / own_width, 0.0, 0.0, height / own_height, x, y]
        };
        if horizontal {
            matrix = [-matrix[0], matrix[1], -matrix[2], matrix[3], x + width, matrix[5]];
        }
        if vertical {
            matrix = [matrix[0], -matrix[1], matrix[2], -matrix[3], matrix[4], y + height];
        }
        // Removes minus zeros.
        let [a, b, c, d, e, f] = matrix.map(|v| v + 0.0);
        let out = &mut self.out;
        write!(out, r##"<use href="#t{id}""##)?;
        match (placed.turn, [a, b, c, d] == [1.0, 0.0, 0.0, 1.0]) {
            (None, true) => write!(out, r#" x="{x}" y="{y}""#)?,
            (None, false) => write!(out, r#" transform="matrix({a} {b} {c} {d} {e} {f})""#)?,
            (Some(turn), _) => {
                let ([u, v], degrees) = (turn.about(), turn.degrees());
                write!(out, r#" transform="rotate({degrees} {u} {v}) matrix({a} {b} {c} {d} {e} {f})""#)?;
            }
        }
        Ok(())
    }

    /// Writes a repeated image.
    fn pattern(&mut self, placed: &Placed, opacity: &Optional<f64>) -> Result<(), DrawError> {
        let [x, y, width, height] = placed.rect;
        let [left, top, right, bottom] = self.window;
        let id = self.patterns;
        self.patterns += 1;
        write!(
            self.out,
            r#"<pattern id="p{id}" patternUnits="userSpaceOnUse" x="{x}" y="{y}" width="{width}" height="{height}">"#
        )?;
        self.tile(placed, [0.0; 2])?;
        writeln!(self.out, "/></pattern>")?;
        let (left, across) = if placed.repeat[0] { (left, right - left) } else { (x, width) };
        let (top, down) = if placed.repeat[1] { (top, bottom - top) } else { (y, height) };
        writeln!(
            self.out,
            r##"<rect x="{left}" y="{top}" width="{across}" height="{down}" fill="url(#p{id})"{opacity}/>"##
        )?;
        Ok(())
    }

    fn shape(&mut self, shape: &Shape) -> Result<(), DrawError> {
        let style = self.style(shape);
        let out = &mut self.out;
        match &shape.outline {
            Outline::Box(rect) | Outline::Tile(rect) | Outline::Ellipse(rect)
                if rect.is_empty() || !drawn(&corners(rect)) => {}
            Outline::Box(Rect { min, size }) | Outline::Tile(Rect { min, size }) => {
                let (x, y, width, height) = (min.x, min.y, size.x, size.y);
                let crisp = Optional(
                    "shape-rendering",
                    matches!(shape.outline, Outline::Tile(_)).then_some("crispEdges"),
                );
                writeln!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}"{crisp}{style}/>"#)?;
            }
            Outline::Ellipse(Rect { min, size }) => {
                let half = *size / 2.0;
                let (x, y, rx, ry) = (min.x + half.x, min.y + half.y, half.x, half.y);
                writeln!(out, r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"{style}/>"#)?;
            }
            Outline::Dot { center, radius } if drawn(&[*center]) && radius.is_finite() && *radius > 0.0 => {
                let radius = f64::from(*radius) / self.scale;
                writeln!(out, r#"<circle cx="{}" cy="{}" r="{radius}"{style}/>"#, center.x, center.y)?;
            }
            Outline::Line(points) | Outline::Polygon(points) if drawn(points) && points.len() > 1 => {
                let closed = matches!(shape.outline, Outline::Polygon(_));
                write!(out, r#"<{} points=""#, if closed { "polygon" } else { "polyline" })?;
                for (i, point) in points.iter().enumerate() {
                    write!(out, "{}{},{}", if i == 0 { "" } else { " " }, point.x, point.y)?;
                }
                writeln!(out, r#""{style}/>"#)?;
            }
            Outline::Segments(ends) if drawn(ends.as_flattened()) && !ends.is_empty() => {
                write!(out, r#"<path d=""#)?;
                for [from, to] in ends {
                    write!(out, "M{},{} {},{}", from.x, from.y, to.x, to.y)?;
                }
                writeln!(out, r#""{style}/>"#)?;
            }
            Outline::Trail(points) if drawn(points) => self.trail(shape, points)?,
            _ => {}
        }
        Ok(())
    }

    fn trail(&mut self, shape: &Shape, points: &[Vec2]) -> Result<(), DrawError> {
        let Some((color, thickness)) = shape.line.zip(shape.drawn_thickness()) else { return Ok(()) };
        // In pixels of the picture, as in the PNG renderer; the scale decides how many digits are visible.
        let place = |p: &Vec2| [f64::from(p.x) * self.scale, f64::from(p.y) * self.scale];
        let points: Vec<_> = points.iter().map(place).collect();
        let pieces = pieces(&points, f64::from(thickness));
        if pieces.is_empty() {
            return Ok(());
        }
        let (unit, paint) = (1.0 / self.scale, Paint("fill", Some(color)));
        write!(self.out, r#"<path transform="scale({unit})"{paint} d=""#)?;
        for piece in pieces {
            for (i, [x, y]) in piece.into_iter().enumerate() {
                write!(self.out, "{}{x:.2},{y:.2}", if i == 0 { "M" } else { " " })?;
            }
            write!(self.out, "z")?;
        }
        writeln!(self.out, r#""/>"#)?;
        Ok(())
    }

    fn style(&self, shape: &Shape) -> String {
        let fill = shape.fill.filter(|_| shape.is_filled());
        let fill = Paint("fill", fill);
        match shape.line.zip(shape.drawn_thickness()) {
            Some((color, thickness)) => {
                let thickness = f64::from(thickness) / self.scale;
                let line = Paint("stroke", Some(color));
                format!(
                    r#"{fill}{line} stroke-width="{thickness}" stroke-linejoin="round" stroke-linecap="round""#
                )
            }
            None => fill.to_string(),
        }
    }

    fn label(&mut self, label: &Label) -> Result<(), DrawError> {
        if label.size == 0 || label.text.is_empty() || !label.at.is_finite() {
            return Ok(());
        }
        let pixel = 1.0 / self.scale;
        let side = f64::from(LETTER) * f64::from(label.size) * pixel;
        let width = side * label.text.chars().count() as f64;
        let (left, bottom) = (f64::from(label.at.x), f64::from(label.at.y));
        if let Some(plate) = label.plate {
            let paint = Paint("fill", Some(plate));
            let (top, width, height) = (bottom - side - 2.0 * pixel, width + 2.0 * pixel, side + 2.0 * pixel);
            writeln!(self.out, r#"<rect x="{left}" y="{top}" width="{width}" height="{height}"{paint}/>"#)?;
        }
        let paint = Paint("fill", Some(label.color));
        let (x, y, dot) = (left + pixel, bottom - pixel - side, f64::from(label.size) * pixel);
        write!(
            self.out,
            r#"<path aria-label="{}" shape-rendering="crispEdges" transform="matrix({dot} 0 0 {dot} {x} {y})"{paint} d=""#,
            Escaped(&label.text)
        )?;
        for [x, y, length] in runs(&label.text) {
            write!(self.out, "M{x} {y}h{length}v1h-{length}z")?;
        }
        writeln!(self.out, r#""/>"#)?;
        Ok(())
    }
}

fn corners(rect: &Rect) -> [Vec2; 2] {
    [rect.min, rect.min + rect.size]
}

fn drawn(points: &[Vec2]) -> bool {
    points.iter().all(|p| p.is_finite())
}

/// Displays as ` name="value"`, or as nothing.
struct Optional<T>(&'static str, Option<T>);

impl<T: Display> Display for Optional<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.1 {
            Some(value) => write!(f, r#" {}="{value}""#, self.0),
            None => Ok(()),
        }
    }
}

/// The attributes of a colour.
struct Paint(&'static str, Option<Color>);

impl Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Paint(name, Some(Color { red, green, blue, alpha })) = self else {
            return write!(f, r#" {}="none""#, self.0);
        };
        write!(f, r##" {name}="#{red:02x}{green:02x}{blue:02x}""##)?;
        match alpha {
            255 => Ok(()),
            alpha => write!(f, r#" {name}-opacity="{}""#, (f64::from(*alpha) / 255.0 * 1e4).round() / 1e4),
        }
    }
}

/// The value of an attribute. Characters that XML cannot have become U+FFFD.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_str(" ")?,
                '\0'..' ' | '\u{FFFE}' | '\u{FFFF}' => f.write_str("\u{FFFD}")?,
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}
