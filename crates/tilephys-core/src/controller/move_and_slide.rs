//! Move and slide: moves one body by a displacement, or checks the move without changing it.

use super::actor::{Actor, MoveExtras};
use super::body::{Body, MemoryFilter, MoveResult};
use super::config::MoveConfig;
use super::hit::{Hit, MoveHooks};
use super::motion::{Motion, Start};
use crate::grid::TileGrid;
use crate::lattice::displacement;
use crate::response::Response;
use glam::IVec2;

impl TileGrid {
    /// Moves a body by `translation` pixels, plus its rounding remainder, with swept collision. Appends the hits to `hits`, in
    /// order.
    ///
    /// Responses to hits change the body's velocity, but the velocity does not move the body: pass `velocity * dt` as the
    /// translation. A body that starts in a solid is depenetrated first. A body with [`Response::PassThrough`] goes through
    /// everything and reports what it enters. Motion beyond the world ends at its edge.
    ///
    /// # Panics
    /// If the body does not lie in the world, or has no size.
    #[doc(alias("move_and_collide", "kinematic", "character controller"))]
    pub fn move_and_slide(
        &self,
        body: &mut Body,
        translation: impl Into<[f32; 2]>,
        config: &MoveConfig,
        hits: &mut Vec<Hit>,
    ) -> MoveResult {
        self.move_as(body, translation.into(), config, MoveExtras::of(config, None), hits)
    }

    /// Like [`move_and_slide`](Self::move_and_slide), but `choices` decides collisions and responses.
    ///
    /// # Panics
    /// Like [`move_and_slide`](Self::move_and_slide).
    pub fn move_by_choices(
        &self,
        body: &mut Body,
        translation: impl Into<[f32; 2]>,
        config: &MoveConfig,
        choices: &MoveHooks,
        hits: &mut Vec<Hit>,
    ) -> MoveResult {
        self.move_as(body, translation.into(), config, MoveExtras::of(config, Some(choices)), hits)
    }

    /// Moves a body with optional data: hooks, or a trace.
    pub(crate) fn move_as(
        &self,
        body: &mut Body,
        translation: [f32; 2],
        config: &MoveConfig,
        special: Option<MoveExtras>,
        hits: &mut Vec<Hit>,
    ) -> MoveResult {
        config.validate();
        assert!(body.is_in_world(), "{body:?} does not lie in the world");
        // Borrowed: a copy of state that is empty for most bodies takes longer than the check for emptiness.
        let memory = &body.memory;
        let choices = special.and_then(|special| special.choices);
        let filter = MemoryFilter::new(memory, body.size, config, choices);
        let is_traced = cfg!(feature = "trace") && special.is_some_and(|special| special.notes.is_some());
        let view = self.view(config.mask);
        // A view with a filter uses no windows of cells, so its sweeps trace all hits.
        let view = if is_traced { view.filtered(Some(&filter)) } else { filter.of_view(view) };
        // A displacement that is not finite moves nothing: the body is reported instead.
        let on_axis = |k: usize| displacement(translation[k], body.remainder[k]);
        let Some((x, y)) = on_axis(0).zip(on_axis(1)) else {
            return MoveResult { rejected: true, ..MoveResult::default() };
        };
        let mut motion = Motion::of(body, [x, y]);
        let before = hits.len();
        let actor = Actor { special: special.as_ref(), ..Actor::new(view, body.size, config) };
        let course = actor.move_whole(&mut motion, &mut |found, d, motion| {
            hits.push(Hit::new(&actor, found, d, motion));
        });
        // Without a response the cells are visited row by row, so the crossings are sorted afterwards.
        if config.response == Response::PassThrough {
            order_crossings(hits, before, Hit::crossing_order);
        }
        body.position = motion.position;
        body.velocity = motion.velocity;
        body.remainder = motion.remainder;
        // Aged with the view, which still borrows the memory. It is stored at the end.
        let aged = (course.took.is_some() || !memory.is_empty()).then(|| {
            let taken = memory.with_taken(course.took, config);
            taken.aged(view, body.position, body.size, config.stance())
        });
        // Walking has computed the contacts already, unless it moved the body after that.
        let contacts = match course.contacts {
            Some(contacts) => contacts,
            None => view.contacts(body.position, body.position + body.size, config.stance()),
        };
        let moved = MoveResult {
            contacts,
            pushed: if let Start::Pushed(by) = course.start { by } else { IVec2::ZERO },
            stuck: matches!(course.start, Start::Freed | Start::Stuck),
            floor: if contacts.floor(config.up) { view.surface_under(body, config) } else { None },
            ceiling: if contacts.ceiling(config.up) { view.surface_over(body, config) } else { None },
            wall: if contacts.wall(config.up) { view.surface_beside(body, config) } else { None },
            corrected: course.corrected,
            rejected: false,
        };
        if let Some(aged) = aged {
            body.memory = aged;
        }
        moved
    }

    /// Dry run of [`move_and_slide`](Self::move_and_slide): returns the moved body and appends its hits. Changes nothing.
    ///
    /// # Panics
    /// Like [`move_and_slide`](Self::move_and_slide).
    #[doc(alias = "test_move")]
    pub fn check(
        &self,
        body: &Body,
        translation: impl Into<[f32; 2]>,
        config: &MoveConfig,
        hits: &mut Vec<Hit>,
    ) -> (Body, MoveResult) {
        let mut after = *body;
        let moved = self.move_and_slide(&mut after, translation, config, hits);
        (after, moved)
    }
}

/// Sorts the unordered hits of a body that passes through, from index `from` on, by their key. Removes duplicates, because an
/// off-grid shape is found in each of its cells.
pub(crate) fn order_crossings<T: Copy, K: Ord>(items: &mut Vec<T>, from: usize, key: impl Fn(&T) -> K) {
    items[from..].sort_unstable_by_key(&key);
    let mut kept = from;
    for i in from..items.len() {
        if i == from || key(&items[i]) != key(&items[kept - 1]) {
            items[kept] = items[i];
            kept += 1;
        }
    }
    items.truncate(kept);
}
