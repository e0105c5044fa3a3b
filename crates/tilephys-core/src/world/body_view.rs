//! The grid as one body sees it: the one answer to what of the map, the movers and the solid bodies a body collides with.

use super::ids::BodyId;
use super::movers::{Movers, Solids, Squishes};
use super::profile::Profile;
use super::rules::Rules;
use crate::grid::{BoxId, Filter, Met, Piece, TileGrid, View};
use crate::movement::Memory;
use crate::stance::Stance;
use glam::IVec2;

/// State of the world that decides what bodies collide with, besides their own.
#[derive(Clone, Copy)]
pub(super) struct ViewContext<'a> {
    pub(super) grid: &'a TileGrid,
    pub(super) solids: &'a Solids,
    pub(super) squishes: &'a Squishes,
    /// Rules of the game; asked for bodies whose profile says so.
    pub(super) rules: Option<&'a dyn Rules>,
}

impl<'a> ViewContext<'a> {
    pub(super) fn new(grid: &'a TileGrid, movers: &'a Movers, rules: Option<&'a dyn Rules>) -> Self {
        ViewContext { grid, solids: &movers.solids, squishes: &movers.squishes, rules }
    }
}

/// The grid as one body sees it: without its own box, without solids that crush it, that it ignores, or that the rules
/// hide, and without the one-way lines that it falls through.
pub(super) struct BodyView<'a> {
    id: BodyId,
    size: IVec2,
    stance: Stance,
    memory: Option<&'a Memory>,
    rules: Option<&'a dyn Rules>,
    /// Present only if something crushes the body.
    squishes: Option<&'a Squishes>,
    hides: Option<&'a dyn Fn(BoxId) -> bool>,
    unfiltered: View<'a>,
}

impl<'a> BodyView<'a> {
    #[inline]
    pub(super) fn of(
        context: &ViewContext<'a>,
        (id, size): (BodyId, IVec2),
        profile: &Profile,
        memory: Option<&'a Memory>,
    ) -> Self {
        let ViewContext { grid, solids, squishes, rules } = *context;
        BodyView {
            squishes: squishes.has(id).then_some(squishes),
            unfiltered: grid.view(profile.movement.mask).without(solids.shape(id)),
            ..BodyView::quiet(grid, (id, size), profile, (memory, rules))
        }
    }

    /// Like [`of`](Self::of), for a step without solid bodies and crushed ones.
    #[inline(always)]
    pub(super) fn quiet(
        grid: &'a TileGrid,
        (id, size): (BodyId, IVec2),
        profile: &Profile,
        (memory, rules): (Option<&'a Memory>, Option<&'a dyn Rules>),
    ) -> Self {
        BodyView {
            id,
            size,
            stance: profile.movement.stance(),
            memory,
            rules: rules.filter(|_| profile.ask_rules),
            squishes: None,
            hides: None,
            unfiltered: grid.view(profile.movement.mask),
        }
    }

    /// Like this view, but without one more shape in place of the body's own box.
    pub(super) fn without(self, shape: Option<BoxId>) -> Self {
        BodyView { unfiltered: self.unfiltered.without(shape), ..self }
    }

    /// Like this view, but without the shapes that `hides` names.
    pub(super) fn hiding(self, hides: Option<&'a dyn Fn(BoxId) -> bool>) -> Self {
        BodyView { hides, ..self }
    }

    pub(super) fn rules(&self) -> Option<&'a dyn Rules> {
        self.rules
    }

    /// The view, to be asked by the code of movement.
    #[inline]
    pub(super) fn view<'b>(&'b self) -> View<'b>
    where
        'a: 'b,
    {
        self.unfiltered.filtered(self.is_filtered().then_some(self))
    }

    /// The view of what the body would collide with by its mask alone.
    pub(super) fn unfiltered(&self) -> View<'a> {
        self.unfiltered
    }

    /// True if there may be something that the body's mask lets it collide with and that it does not collide with.
    #[inline]
    pub(super) fn is_filtered(&self) -> bool {
        self.rules.is_some()
            || self.squishes.is_some()
            || self.hides.is_some()
            || self.memory.is_some_and(Memory::filters)
    }
}

impl Filter for BodyView<'_> {
    fn lets(&self, met: &Met) -> bool {
        let is_hidden = |shape: BoxId| {
            self.squishes.is_some_and(|squishes| squishes.holds(self.id, shape))
                || self.hides.is_some_and(|hides| hides(shape))
        };
        !met.loose.is_some_and(is_hidden)
            && !self.memory.is_some_and(|memory| memory.ignores(met))
            && self.rules.is_none_or(|rules| rules.meets(self.id, met))
    }

    fn drops(&self, grid: &TileGrid, line: &Piece) -> bool {
        self.memory.is_some_and(|memory| memory.drops(grid, line, self.size, self.stance))
    }
}
