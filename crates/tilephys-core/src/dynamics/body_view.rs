//! Collision filter of one body over the grid: the map tiles, movers and solid bodies that it collides with.

use super::hooks::CollisionHooks;
use super::ids::BodyId;
use super::platforms::{Movers, Solids, Squishes};
use super::profile::Profile;
use crate::controller::TransientState;
use crate::floor_classifier::Stance;
use crate::grid::{Filter, Obstacle, Piece, ShapeId, TileGrid, View};
use glam::IVec2;

/// World state of the collision filter, apart from the body itself.
#[derive(Clone, Copy)]
pub(super) struct ViewContext<'a> {
    pub(super) grid: &'a TileGrid,
    pub(super) solids: &'a Solids,
    pub(super) squishes: &'a Squishes,
    /// Collision hooks, for bodies whose profile uses them.
    pub(super) rules: Option<&'a dyn CollisionHooks>,
}

impl<'a> ViewContext<'a> {
    pub(super) fn new(grid: &'a TileGrid, movers: &'a Movers, rules: Option<&'a dyn CollisionHooks>) -> Self {
        ViewContext { grid, solids: &movers.solids, squishes: &movers.squishes, rules }
    }
}

/// Grid view of one body.
///
/// Hides the body's own shape, solids that crush it, ignored shapes, one-way lines that it drops through, and
/// obstacles that collision hooks reject.
pub(super) struct BodyView<'a> {
    id: BodyId,
    size: IVec2,
    stance: Stance,
    memory: Option<&'a TransientState>,
    rules: Option<&'a dyn CollisionHooks>,
    /// Squishes, if any solid crushes the body.
    squishes: Option<&'a Squishes>,
    hides: Option<&'a dyn Fn(ShapeId) -> bool>,
    unfiltered: View<'a>,
}

impl<'a> BodyView<'a> {
    #[inline]
    pub(super) fn of(
        context: &ViewContext<'a>,
        (id, size): (BodyId, IVec2),
        profile: &Profile,
        memory: Option<&'a TransientState>,
    ) -> Self {
        let ViewContext { grid, solids, squishes, rules } = *context;
        BodyView {
            squishes: squishes.has(id).then_some(squishes),
            unfiltered: grid.view(profile.movement.mask).without(solids.shape(id)),
            ..BodyView::quiet(grid, (id, size), profile, (memory, rules))
        }
    }

    /// Like [`of`](Self::of), for a step without solid bodies and crushed bodies.
    #[inline(always)]
    pub(super) fn quiet(
        grid: &'a TileGrid,
        (id, size): (BodyId, IVec2),
        profile: &Profile,
        (memory, rules): (Option<&'a TransientState>, Option<&'a dyn CollisionHooks>),
    ) -> Self {
        BodyView {
            id,
            size,
            stance: profile.movement.stance(),
            memory,
            rules: rules.filter(|_| profile.use_hooks),
            squishes: None,
            hides: None,
            unfiltered: grid.view(profile.movement.mask),
        }
    }

    /// Like this view, but hides `shape` in place of the body's own shape.
    pub(super) fn without(self, shape: Option<ShapeId>) -> Self {
        BodyView { unfiltered: self.unfiltered.without(shape), ..self }
    }

    /// Like this view, but hides the shapes for which `hides` returns true.
    pub(super) fn hiding(self, hides: Option<&'a dyn Fn(ShapeId) -> bool>) -> Self {
        BodyView { hides, ..self }
    }

    pub(super) fn rules(&self) -> Option<&'a dyn CollisionHooks> {
        self.rules
    }

    /// Returns the view in the form that movement code takes.
    #[inline]
    pub(super) fn view<'b>(&'b self) -> View<'b>
    where
        'a: 'b,
    {
        self.unfiltered.filtered(self.is_filtered().then_some(self))
    }

    /// Returns the view by the body's mask alone.
    pub(super) fn unfiltered(&self) -> View<'a> {
        self.unfiltered
    }

    /// True if the filter may hide an obstacle that the body's mask includes.
    #[inline]
    pub(super) fn is_filtered(&self) -> bool {
        self.rules.is_some()
            || self.squishes.is_some()
            || self.hides.is_some()
            || self.memory.is_some_and(TransientState::filters)
    }
}

impl Filter for BodyView<'_> {
    fn lets(&self, met: &Obstacle) -> bool {
        let is_hidden = |shape: ShapeId| {
            self.squishes.is_some_and(|squishes| squishes.holds(self.id, shape))
                || self.hides.is_some_and(|hides| hides(shape))
        };
        !met.off_grid.is_some_and(is_hidden)
            && !self.memory.is_some_and(|memory| memory.ignores(met))
            && self.rules.is_none_or(|rules| rules.should_collide(self.id, met))
    }

    fn drops(&self, grid: &TileGrid, line: &Piece) -> bool {
        self.memory.is_some_and(|memory| memory.drops(grid, line, self.size, self.stance))
    }
}
