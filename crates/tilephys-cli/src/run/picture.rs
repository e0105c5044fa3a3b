//! Draws the picture of a run: the level, the bodies where they ended, and their last paths.

use super::audit::Audit;
use super::driver::{Driver, all};
use super::paths::{MAX_DRAWN, Paths, Room};
use super::rails;
use super::report::PictureFacts;
use crate::geometry::extent::Extent;
use crate::geometry::pixels;
use crate::picture::{MAX_VIEWED, Output, largest_scale};
use crate::text::grouped;
use glam::I64Vec2;
use std::collections::BTreeSet;
use std::time::Instant;
use tilephys::core::Aabb;
use tilephys::draw::{Body, BodyKind, Picture, Rect, View};
use tilephys::tiled::{Disk, Level, TileRect};

/// Final state of a run.
pub(crate) struct End<'a> {
    pub(crate) driver: &'a dyn Driver,
    pub(crate) paths: Paths,
    pub(crate) audit: &'a Audit<'a>,
    /// Ids of the collected objects.
    pub(crate) taken: &'a BTreeSet<u32>,
    /// Shift of the level, in lattice units.
    pub(crate) by: I64Vec2,
    /// True if a body is in a forbidden place.
    pub(crate) wrong: bool,
}

/// Picture to be drawn when the run has ended.
pub(crate) struct Drawing {
    output: Output,
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
    pub(crate) fn new(
        level: &Level,
        output: Output,
        (region, scale): (Option<TileRect>, Option<f32>),
        counts: [usize; 2],
    ) -> Result<Self, String> {
        let mut picture = Picture::of_level(level, &Disk);
        let mut warnings: Vec<String> = picture.warnings().iter().map(ToString::to_string).collect();
        let region = output.region(level, &picture, region)?;
        let file = output.file();
        let asked = scale;
        let scale = asked.unwrap_or_else(|| largest_scale(region.size));
        if asked.is_none() && scale < 1.0 {
            let side = grouped(MAX_VIEWED as u64);
            warnings.push(format!(
                "{file}: drawn at scale {scale} to keep its sides within {side} px; use --scale for \
                 another, or --region for a part"
            ));
        }
        for (count, what) in counts.into_iter().zip(["projectiles", "characters"]) {
            let one_of = one_of(count);
            let count = grouped(count as u64);
            if one_of > 1 {
                warnings.push(format!("{file}: only one in {one_of} of {count} {what} is drawn"));
            }
        }
        let view = View { region: Some(region), scale };
        // Trial drawing: checks sizes before anything is written, with the known number of bodies.
        let drawn = counts.iter().map(|count| count.div_ceil(one_of(*count))).sum();
        let kind = BodyKind::Other;
        let body = Body { kind, rect: Rect::default(), path: Vec::new(), label: String::new() };
        picture.push_bodies(&vec![body; drawn]);
        output.check(&picture, &view)?;
        let room = Room { level: picture.bounds().size, scale };
        Ok(Drawing { output, view, room, counts, warnings })
    }

    /// Draws and writes the picture of the level, which may have been reloaded since.
    ///
    /// # Errors
    /// If the file can no longer be written.
    pub(crate) fn finish(self, level: &Level, end: End) -> Result<PictureFacts, String> {
        let begun = Instant::now();
        let now = rails::offsets(level, end.driver, end.taken, end.by);
        let mut picture = Picture::of_level_now(level, &Disk, &|object| now.of(object.id));
        let mut bodies = drawn(end, self.counts);
        bodies.extend(rails::bare(level, &now));
        rails::shapes(level).for_each(|shape| picture.push_shape(shape));
        picture.push_bodies(&bodies);
        drop(bodies);
        self.output.write(&picture, &self.view, false)?;
        let file = self.output.file();
        Ok(PictureFacts { file, scale: self.view.scale, seconds: begun.elapsed().as_secs_f64() })
    }
}

/// Interval between drawn bodies, above the maximum of a kind.
fn one_of(count: usize) -> usize {
    count.div_ceil(MAX_DRAWN).max(1)
}

/// Bodies to draw: up to the maximum of each kind, and all in forbidden places.
fn drawn(end: End, [projectiles, characters]: [usize; 2]) -> Vec<Body> {
    let End { driver, mut paths, audit, by, wrong, .. } = end;
    let mut bodies = Vec::new();
    driver.each_body(all(driver), &mut |id, body, state| {
        let place = Aabb::from_min_size(body.position, body.size);
        let (nth, count, kind) = match (id.0 as usize).checked_sub(projectiles) {
            None => (id.0 as usize, projectiles, BodyKind::Projectile),
            Some(nth) => (nth, characters, BodyKind::Player),
        };
        let wrong = wrong && (state.stuck() || audit.is_inside(id, place));
        if nth % one_of(count) != 0 && !wrong {
            return;
        }
        let Extent { min, max } = Extent::new(place.min, place.max).moved(-by);
        let rect = Rect::new(pixels(min), pixels(max - min));
        let kind = if wrong { BodyKind::Wrong } else { kind };
        bodies.push(Body { kind, rect, path: paths.take(id), label: String::new() });
    });
    bodies
}
