//! Validates the map of a file: picture, rectangles, off-grid shapes.

use super::format::{Fill, Letter, Loose as LooseKeys, LooseShape as ShapeKeys, Name};
use super::model::{Cell, Kind, Loose};
use super::orient::Variant;
use super::reader::{Meaning, Reader, Valid, keys};
use super::stage::is_in_world;
use crate::geometry::extent::Extent;
use crate::geometry::solid::bounds;
use glam::{I64Vec2, IVec2};
use std::ops::Range;
use tilephys::check::located::quoted;
use tilephys::core::{Tile, TileCoord, UNITS_PER_PX, limits::MAX_LAYERS};
use toml::Spanned;

/// Cells that all rectangles and loose boxes of a file may cover together: bounds what building a world may cost.
const MOST_CELLS: i64 = 100_000;

impl Reader<'_> {
    pub(crate) fn read_map(&mut self) -> Valid<()> {
        let file = self.file;
        self.names.layers = self.read_layers()?;
        self.kinds.push(Kind { letter: '#', tile: Tile::default() });
        for (letter, kind) in [('#', Some(0)), ('.', None), (' ', None)] {
            self.legend.insert(letter, Meaning { kind, layer: 0 });
        }
        for (name, keys) in &file.legend {
            self.read_letter(name, keys.get_ref())?;
        }
        let span = file.legend.keys().next().map_or(0..0, Spanned::span);
        let message = "the legend has more letters than a grid can have kinds of tile";
        self.ensure(self.kinds.len() < usize::from(u16::MAX), span, message, "")?;
        let origin = file.origin.as_ref().filter(|_| file.map.is_none());
        let message = "`origin` is the place of the map, and the file has no `map`";
        self.refuse(origin.map(Spanned::span), message, "remove it, or draw a `map`")?;
        file.map.iter().try_for_each(|picture| self.read_picture(picture))?;
        file.fill.iter().try_for_each(|fill| self.fill(fill))?;
        file.boxes.iter().try_for_each(|loose| self.add_box(loose))?;
        file.shapes.iter().try_for_each(|shape| self.add_shape(shape))?;
        self.check_cells(&self.cells)
    }

    fn read_layers(&self) -> Valid<Vec<String>> {
        let Some(layers) = &self.file.layers else { return Ok(vec!["tiles".to_owned()]) };
        let names = layers.get_ref();
        let count = names.len();
        let message = format_args!("a map has 1 to {MAX_LAYERS} layers, not {count}");
        self.ensure((1..=MAX_LAYERS).contains(&count), layers.span(), message, "")?;
        match names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            None => Ok(names.clone()),
            Some((_, twice)) => {
                Err(self.source.problem(layers.span(), format!("there are two layers `{twice}`")))
            }
        }
    }

    fn read_letter(&mut self, name: &Name, keys: &Letter) -> Valid<()> {
        let mut letters = name.get_ref().chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let message = format!("the legend has `{}`, which is not one character", name.get_ref());
            return Err(self.source.problem(name.span(), message));
        };
        let layer = self.layer_or(keys.layer.as_ref(), 0)?;
        let tile = self.read_tile(name.get_ref(), keys)?;
        let about = keys!(keys; area, slope, one_way, line, polygon, parts, flip, material);
        let about = about.into_iter().flatten().next().filter(|_| keys.empty);
        let message = format_args!("`{letter}` is an empty cell, which has no shape and no material");
        self.refuse(about, message, "remove `empty` or the other keys")?;
        let kind = match self.kinds.iter().position(|kind| kind.letter == letter) {
            _ if keys.empty => None,
            Some(known) => {
                self.kinds[known].tile = tile;
                Some(known)
            }
            None => {
                self.kinds.push(Kind { letter, tile });
                Some(self.kinds.len() - 1)
            }
        };
        self.legend.insert(letter, Meaning { kind, layer });
        Ok(())
    }

    /// The picture: one character a cell.
    fn read_picture(&mut self, picture: &Name) -> Valid<()> {
        let origin = self.file.origin.as_ref().map_or([0, 0], |origin| origin.get_ref().0);
        for (row, line) in picture.get_ref().lines().enumerate() {
            for (col, letter) in line.chars().enumerate() {
                let Some(meaning) = self.legend.get(&letter) else {
                    let message = format!(
                        "the map has `{letter}` at its column {col}, row {row}, which is not in the legend"
                    );
                    let span = self.place_in_picture(picture, row, col);
                    return Err(self.source.problem(span, message).with_help(self.letters()));
                };
                let Meaning { kind: Some(kind), layer } = *meaning else { continue };
                let at = |from: i32, by: usize| i32::try_from(by).ok().and_then(|by| from.checked_add(by));
                let Some((x, y)) = at(origin[0], col).zip(at(origin[1], row)) else {
                    let message = "the `origin` puts this cell beyond the range of columns and rows";
                    return Err(self.source.problem(self.place_in_picture(picture, row, col), message));
                };
                self.cover(picture.span(), self.cost(Some(kind)))?;
                self.cells.push(Cell { at: TileCoord::new(x, y), layer, kind: Some(kind) });
            }
        }
        Ok(())
    }

    /// The place in the file of a character of the picture. A picture with escapes in it is pointed at as a whole.
    fn place_in_picture(&self, picture: &Name, row: usize, col: usize) -> Range<usize> {
        let span = picture.span();
        let Some(literal) = self.source.text.get(span.clone()) else { return span };
        let multi_line = literal.starts_with("\"\"\"") || literal.starts_with("'''");
        let quotes = if multi_line { 3 } else { 1 };
        if literal.contains('\\') {
            return span;
        }
        let mut start = span.start + quotes;
        let mut rest = &literal[quotes..];
        if multi_line && let Some(after) = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')) {
            start += rest.len() - after.len();
            rest = after;
        }
        let Some(line) = rest.split('\n').nth(row) else { return span };
        let before: usize = rest.split('\n').take(row).map(|line| line.len() + 1).sum();
        let Some((offset, letter)) = line.char_indices().nth(col) else { return span };
        start += before + offset;
        start..start + letter.len_utf8()
    }

    fn fill(&mut self, fill: &Spanned<Fill>) -> Valid<()> {
        let cells = self.cells_of(fill)?;
        let cost = self.cost(cells.first().and_then(|cell| cell.kind)) * cells.len() as i64;
        self.cover(fill.get_ref().cells.span(), cost)?;
        self.cells.extend(cells);
        Ok(())
    }

    /// What a rectangle puts into its cells, row by row.
    pub(crate) fn cells_of(&self, fill: &Spanned<Fill>) -> Valid<Vec<Cell>> {
        let Fill { cells, tile, layer } = fill.get_ref();
        let [col0, row0, col1, row1] = cells.get_ref().0;
        let message = "`cells` are [first column, first row, last column, last row]: \
                       the last must not come before the first";
        self.ensure(col0 <= col1 && row0 <= row1, cells.span(), message, "")?;
        let long = |from: i32, to: i32| i64::from(to) - i64::from(from) + 1;
        let Meaning { kind, layer } = self.tile_and_layer(tile.as_ref(), layer.as_ref())?;
        let count = long(col0, col1).saturating_mul(long(row0, row1));
        self.check_covered(cells.span(), count.saturating_mul(self.cost(kind)))?;
        let in_row = |row| (col0..=col1).map(move |col| Cell { at: TileCoord::new(col, row), layer, kind });
        Ok((row0..=row1).flat_map(in_row).collect())
    }

    fn add_box(&mut self, loose: &Spanned<LooseKeys>) -> Valid<()> {
        let keys = loose.get_ref();
        let at = keys.at.0;
        let size = keys.size.get_ref().0;
        let message = "a box is more than 0 px wide and high";
        self.ensure(size.min_element() > 0, keys.size.span(), message, "")?;
        let Meaning { kind: Some(kind), layer } =
            self.tile_and_layer(keys.tile.as_ref(), keys.layer.as_ref())?
        else {
            return Err(self.source.problem(loose.span(), "a box is made of a tile, not of an empty cell"));
        };
        let over = size.as_i64vec2() / self.tile_units().as_i64vec2() + 2;
        self.cover(keys.size.span(), over.x.saturating_mul(over.y))?;
        let message = "the box reaches beyond the world";
        self.ensure(at.checked_add(size).is_some(), keys.size.span(), message, "")?;
        self.check_place("the box", at, size, loose.span())?;
        self.loose.push(Loose { at, size: Some(size), layer, kind });
        Ok(())
    }

    fn add_shape(&mut self, shape: &Spanned<ShapeKeys>) -> Valid<()> {
        let keys = shape.get_ref();
        let Meaning { kind: Some(kind), layer } =
            self.tile_and_layer(Some(&keys.tile), keys.layer.as_ref())?
        else {
            return Err(self
                .source
                .problem(keys.tile.span(), "a shape needs a tile; an empty cell has none"));
        };
        self.cover(shape.span(), self.cost(Some(kind)))?;
        let at = keys.at.0;
        let (low, high) = bounds(&self.kinds[kind].tile.shape, self.tile_units());
        self.check_place("the shape", at.saturating_add(low), high - low, shape.span())?;
        self.loose.push(Loose { at, size: None, layer, kind });
        Ok(())
    }

    /// Cells that a tile may be listed in: more than its own if its shape is larger.
    fn cost(&self, kind: Option<usize>) -> i64 {
        let Some(kind) = kind else { return 1 };
        let tile = self.tile_units();
        let (low, high) = bounds(&self.kinds[kind].tile.shape, tile);
        if low.cmpge(IVec2::ZERO).all() && high.cmple(tile).all() {
            return 1;
        }
        let over = (high - low).as_i64vec2() / tile.as_i64vec2() + 2;
        over.x.saturating_mul(over.y)
    }

    fn cover(&mut self, span: Range<usize>, cells: i64) -> Valid<()> {
        self.covered = self.covered.saturating_add(cells);
        self.check_covered(span, self.covered)
    }

    fn check_covered(&self, span: Range<usize>, cells: i64) -> Valid<()> {
        let message = format_args!("the map covers more than {MOST_CELLS} cells, which is the limit");
        self.ensure(cells <= MOST_CELLS, span, message, "")
    }

    /// What `tile` and `layer` name; `#` in the letter's own layer where they are left out.
    fn tile_and_layer(&self, tile: Option<&Name>, layer: Option<&Name>) -> Valid<Meaning> {
        let meaning = tile.map_or(Ok(self.legend[&'#']), |name| self.meaning(name))?;
        Ok(Meaning { layer: self.layer_or(layer, meaning.layer)?, ..meaning })
    }

    fn meaning(&self, name: &Name) -> Valid<Meaning> {
        let mut letters = name.get_ref().chars();
        let known = match (letters.next(), letters.next()) {
            (Some(letter), None) => self.legend.get(&letter),
            _ => None,
        };
        known.copied().ok_or_else(|| {
            let message = format!("`{}` is not a letter of the legend", name.get_ref());
            self.source.problem(name.span(), message).with_help(self.letters())
        })
    }

    /// The kind of tile that a letter names.
    pub(crate) fn kind(&self, name: &Name) -> Valid<usize> {
        self.meaning(name)?.kind.ok_or_else(|| {
            let message = format!("`{}` is an empty cell, which nothing hits", name.get_ref());
            self.source.problem(name.span(), message)
        })
    }

    /// The layer that `name` names, or `plain` if there is none.
    pub(crate) fn layer_or(&self, name: Option<&Name>, plain: usize) -> Valid<usize> {
        let Some(name) = name else { return Ok(plain) };
        self.place_of(name, ["layer", "`layers` has"], self.names.layers.iter().map(String::as_str))
    }

    fn letters(&self) -> String {
        let letters: Vec<String> = self.legend.keys().map(char::to_string).collect();
        format!("the legend has {}", quoted(letters.iter().map(String::as_str)))
    }

    /// Refuses cells that do not lie in the world. A shape may extend beyond its cell, and must be in it too.
    pub(crate) fn check_cells(&self, cells: &[Cell]) -> Valid<()> {
        let units = self.tile_units();
        let reaches = self.kinds.iter().map(|kind| bounds(&kind.tile.shape, units));
        let reaches = reaches.map(|(low, high)| match (low, high) {
            whole if whole == (IVec2::ZERO, units) => 0,
            _ => low.abs().max(high.abs()).max_element(),
        });
        let reaches: Vec<i32> = reaches.collect();
        for Cell { at: TileCoord { col, row }, kind, .. } in cells {
            let most = kind.map_or(0, |kind| reaches[kind]);
            let fits = |variant: Variant| {
                let tile = variant.tile(self.tile).as_ivec2() * UNITS_PER_PX;
                variant.cell(TileCoord::new(*col, *row)).is_some_and(|TileCoord { col, row }| {
                    let cell = Extent::of_cell(I64Vec2::new(col.into(), row.into())).in_units(tile);
                    let reach = Extent { min: cell.min - i64::from(most), max: cell.min + i64::from(most) };
                    Extent::world().holds(cell) && Extent::world().holds(reach)
                })
            };
            self.check_variants(&format!("cell [{col}, {row}]"), 0..0, fits)?;
        }
        Ok(())
    }

    /// Refuses a place that does not lie in the world in each variant, so that building one cannot panic.
    pub(crate) fn check_place(&self, what: &str, at: IVec2, size: IVec2, span: Range<usize>) -> Valid<()> {
        let fits = |variant: Variant| {
            variant.corner(at, size).is_some_and(|min| is_in_world(min, variant.size(size)))
        };
        self.check_variants(what, span, fits)
    }

    fn check_variants(&self, what: &str, span: Range<usize>, fits: impl Fn(Variant) -> bool) -> Valid<()> {
        let Some(variant) = self.variants.iter().find(|variant| !fits(**variant)) else { return Ok(()) };
        let message = format!("{what} does not lie in the world (8388607 px either way)");
        if !variant.is_shifted() {
            return Err(self.source.problem(span, message));
        }
        let message = format!("{message} when the scenario is {}", variant.name());
        let help = "if the result depends on the place, add: \
                    except = [{ variants = \"shifted\", because = \"...\" }]";
        Err(self.source.problem(span, message).with_help(help))
    }
}
