//! Draws the picture of a run: the level, the bodies where they ended, and their last paths.

use super::audit::Audit;
use super::digits::grouped;
use super::driver::{Driver, all};
use super::extent::Extent;
use super::paths::{Paths, Room, pixels};
use super::rails::{self, Now};
use super::report::PictureFacts;
use crate::cli::target::Target;
use glam::{I64Vec2, Vec2};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tilephys::draw::{Body, BodyKind, DrawError, Picture, Rect, View};
use tilephys::tiled::{Disk, Image, LayerContent, Level, TileRect};

/// Maximum number of bodies of a kind in a picture. More cover the level, at half a kilobyte of memory each.
pub(crate) const MAX_DRAWN: usize = 100_000;

/// Maximum side of a picture at the default scale, in pixels. Common viewers open no larger ones.
const MAX_SIDE: f32 = 16_384.0;

/// Format of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Png,
    Svg,
}

impl Format {
    /// Format by the extension of a file's name.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let is = |name: &str| extension.eq_ignore_ascii_case(name);
        if is("png") {
            Some(Format::Png)
        } else if is("svg") {
            Some(Format::Svg)
        } else {
            None
        }
    }
}

/// Requested picture.
pub(crate) struct Wish {
    pub(crate) target: Target,
    pub(crate) format: Format,
    pub(crate) region: Option<TileRect>,
    pub(crate) scale: Option<f32>,
}

/// Final state of a run.
pub(crate) struct End<'a> {
    pub(crate) driver: &'a dyn Driver,
    pub(crate) paths: Paths,
    pub(crate) audit: &'a Audit,
    /// Ids of the collected objects.
    pub(crate) taken: &'a BTreeSet<u32>,
    /// Shift of the level, in lattice units.
    pub(crate) by: I64Vec2,
    /// True if a body is in a forbidden place.
    pub(crate) wrong: bool,
}

/// Picture to be drawn when the run has ended.
pub(crate) struct Drawing {
    wish: Wish,
    view: View,
    /// Limits of paths.
    pub(crate) room: Room,
    /// Numbers of projectiles and characters.
    counts: [usize; 2],
    /// Warnings about differences from what was asked.
    pub(crate) warnings: Vec<String>,
}

impl Drawing {
    /// Checks that there is something to draw, of a size that can be drawn.
    ///
    /// # Errors
    /// If not, or if the file is one of the level's own images.
    pub(crate) fn new(level: &Level, wish: Wish, counts: [usize; 2]) -> Result<Self, String> {
        let file = wish.target.path.display().to_string();
        if images(level).any(|image| wish.target.is(image)) {
            return Err(format!("{file}: is an image of the level; name another file"));
        }
        let mut picture = Picture::of_level(level, &Disk);
        let mut warnings: Vec<String> = picture.warnings().iter().map(ToString::to_string).collect();
        let view = wish.region.map_or_else(View::default, |cells| View::of_tiles(cells, level.tile_size));
        let shown = shown_size(picture.bounds(), view.region).map_err(|e| format!("{file}: {e}"))?;
        let scale = wish.scale.unwrap_or_else(|| largest_scale(shown));
        if wish.scale.is_none() && scale < 1.0 {
            let side = grouped(MAX_SIDE as u64);
            warnings.push(format!(
                "{file}: drawn at scale {scale}, so that no side is longer than {side} px; --scale sets another, \
                 and --region shows a part"
            ));
        }
        for (count, what) in counts.into_iter().zip(["projectiles", "characters"]) {
            let (one_of, count) = (one_of(count), grouped(count as u64));
            if one_of > 1 {
                warnings.push(format!("{file}: one in {one_of} of {count} {what} is drawn"));
            }
        }
        let view = view.at_scale(scale);
        // Trial drawing: checks sizes before anything is written, with the known number of bodies.
        let drawn = counts.iter().map(|count| count.div_ceil(one_of(*count))).sum();
        picture.push_bodies(&vec![nobody(); drawn]);
        if let Err(DrawError::Limit(message)) = wish.format.write(&picture, &view, &mut Closed) {
            return Err(format!("{file}: {message}"));
        }
        let room = Room { level: picture.bounds().size, scale };
        Ok(Drawing { wish, view, room, counts, warnings })
    }

    /// Draws and writes the picture of the level, which may have been reloaded since.
    ///
    /// # Errors
    /// If the file can no longer be written.
    pub(crate) fn finish(self, level: &Level, end: End) -> Result<PictureFacts, String> {
        let begun = Instant::now();
        let now = Now::new(level, end.driver, end.taken, end.by);
        let mut picture = Picture::of_level_now(level, &Disk, &|object| now.offset(object));
        let rails = rails::shapes(level, &now);
        let mut bodies = drawn(end, self.counts);
        bodies.extend(rails::bare(level, &now));
        rails.into_iter().for_each(|shape| picture.push_shape(shape));
        picture.push_bodies(&bodies);
        drop(bodies);
        let Wish { target, format, .. } = self.wish;
        let file = target.path.display().to_string();
        target.write(|out| format.write(&picture, &self.view, out)).map_err(|e| format!("{file}: {e}"))?;
        Ok(PictureFacts { file, scale: self.view.scale, seconds: begun.elapsed().as_secs_f64() })
    }
}

impl Format {
    fn write(self, picture: &Picture, view: &View, out: &mut dyn Write) -> Result<(), DrawError> {
        match self {
            Format::Png => picture.write_png(view, out),
            Format::Svg => picture.write_svg(view, out),
        }
    }
}

/// Writer that accepts nothing.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::WriteZero.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Size of the drawn part of a level: all, or a region that overlaps it.
fn shown_size(all: Rect, region: Option<Rect>) -> Result<Vec2, String> {
    let (from, to) = (all.min, all.min + all.size);
    let Some(region) = region else {
        let nothing = "the level has nothing to draw; draw something in Tiled, or give a --region";
        return if all.size.min_element() > 0.0 { Ok(all.size) } else { Err(nothing.to_owned()) };
    };
    if from.cmpge(region.min + region.size).any() || region.min.cmpge(to).any() {
        return Err(format!(
            "the region holds nothing of the level, which is at {} to {} px across and {} to {} px down; choose another \
             --region",
            from.x, to.x, from.y, to.y
        ));
    }
    Ok(region.size)
}

/// The largest of 1, 1/2, 1/4 and so on at which no side is longer than [`MAX_SIDE`]: halves keep pixels even.
fn largest_scale(size: Vec2) -> f32 {
    let mut scale = 1.0;
    while size.max_element() * scale > MAX_SIDE {
        scale /= 2.0;
    }
    scale
}

/// Interval between drawn bodies, above the maximum of a kind.
fn one_of(count: usize) -> usize {
    count.div_ceil(MAX_DRAWN).max(1)
}

/// Images that a level shows.
fn images(level: &Level) -> impl Iterator<Item = &PathBuf> {
    let tiles = level.tilesets.iter().flat_map(|set| {
        let own = set.tiles.values().filter_map(|tile| tile.image.as_ref());
        set.image.iter().chain(own)
    });
    let layers = level.layers.iter().filter_map(|layer| match &layer.content {
        LayerContent::Image { image, .. } => image.as_ref(),
        _ => None,
    });
    tiles.chain(layers).filter_map(|image: &Image| image.path.as_ref())
}

fn nobody() -> Body {
    Body { kind: BodyKind::Other, rect: Rect::default(), path: Vec::new(), label: String::new() }
}

/// Bodies to draw: up to the maximum of each kind, and all in forbidden places.
fn drawn(end: End, [projectiles, characters]: [usize; 2]) -> Vec<Body> {
    let End { driver, mut paths, audit, by, wrong, .. } = end;
    let mut bodies = Vec::new();
    driver.each_body(all(driver), &mut |id, body, state| {
        let place = Extent::new(body.position, body.position + body.size);
        let (nth, count, kind) = match (id.0 as usize).checked_sub(projectiles) {
            None => (id.0 as usize, projectiles, BodyKind::Projectile),
            Some(nth) => (nth, characters, BodyKind::Player),
        };
        let wrong = wrong && (state.stuck() || audit.is_inside(id, place));
        if nth % one_of(count) != 0 && !wrong {
            return;
        }
        let Extent { min, max } = place.moved(-by);
        let rect = Rect::new(pixels(min), pixels(max - min));
        let kind = if wrong { BodyKind::Wrong } else { kind };
        bodies.push(Body { kind, rect, path: paths.take(id), label: String::new() });
    });
    bodies
}
