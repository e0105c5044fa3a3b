//! Grid view of a body: the map tiles, movers and solid bodies that it collides with.

use crate::controller::{Actor, Hit, HitResponse, MoveConfig, MoveExtras, MoveHooks, TransientState};
use crate::dynamics::context::StepContext;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{Load, Platforms, Squishes};
use crate::floor_classifier::Stance;
use crate::grid::{Filter, Obstacle, Piece, ShapeId, View};
use glam::{IVec2, Vec2};

/// Grid view of one body.
///
/// Hides the body's own shape, solids that crush it, solid bodies that it lifts, ignored shapes, one-way lines that it drops
/// through, and obstacles that collision hooks reject.
pub(crate) struct BodyView<'a> {
    id: BodyId,
    size: IVec2,
    stance: Stance,
    memory: Option<&'a TransientState>,
    pub(crate) rules: Option<&'a dyn CollisionHooks>,
    squishes: Option<&'a Squishes>,
    load: Option<&'a Load>,
    hides: Option<&'a dyn Fn(ShapeId) -> bool>,
    pub(crate) unfiltered: View<'a>,
}

impl<'a> StepContext<'a> {
    #[inline]
    pub(crate) fn body_view(&self, id: BodyId, size: IVec2, profile: &Profile) -> BodyView<'a> {
        BodyView::of(self, id, size, profile, self.transient.find(id))
    }
}

impl<'a> BodyView<'a> {
    #[inline]
    pub(crate) fn of(
        context: &StepContext<'a>,
        id: BodyId,
        size: IVec2,
        profile: &Profile,
        memory: Option<&'a TransientState>,
    ) -> Self {
        let StepContext { grid, platforms: Platforms { solids, squishes, load, .. }, rules, .. } = *context;
        BodyView {
            id,
            size,
            stance: profile.movement.stance(),
            memory,
            // Only bodies whose profile asks for it pay for a callback.
            rules: rules.filter(|_| profile.use_hooks),
            squishes: squishes.has(id).then_some(squishes),
            load: (load.carrier == Some(id)).then_some(load),
            hides: None,
            // A solid body is in the grid itself, and must not meet its own shape.
            unfiltered: grid.view(profile.movement.mask).without(solids.shape(id)),
        }
    }

    pub(crate) fn without(self, shape: Option<ShapeId>) -> Self {
        BodyView { unfiltered: self.unfiltered.without(shape), ..self }
    }

    pub(crate) fn hiding(self, hides: Option<&'a dyn Fn(ShapeId) -> bool>) -> Self {
        BodyView { hides, ..self }
    }

    #[inline]
    pub(crate) fn view<'b>(&'b self) -> View<'b>
    where
        'a: 'b,
    {
        self.unfiltered.filtered(self.is_filtered().then_some(self))
    }

    /// Calls `work` with the body as movement code takes it: among the solids of a view, with these settings and the hooks of
    /// the game.
    #[inline(always)]
    pub(crate) fn act<R>(&self, view: View, movement: &MoveConfig, work: impl FnOnce(Actor) -> R) -> R {
        let meets = |met: &Obstacle| self.lets(met);
        let responds = |hit: &Hit, velocity: Vec2| {
            self.rules.map_or(HitResponse::Default, |rules| rules.responds(self.id, hit, velocity))
        };
        let hooks = MoveHooks { meets: &meets, responds: &responds };
        let special = MoveExtras::of(movement, self.rules.map(|_| &hooks));
        work(Actor { special: special.as_ref(), ..Actor::new(view, self.size, movement) })
    }

    /// True if the filter may hide an obstacle that the body's mask includes.
    #[inline]
    pub(crate) fn is_filtered(&self) -> bool {
        self.rules.is_some()
            || self.squishes.is_some()
            || self.load.is_some()
            || self.hides.is_some()
            || self.memory.is_some_and(TransientState::filters)
    }
}

impl Filter for BodyView<'_> {
    #[inline]
    fn lets(&self, met: &Obstacle) -> bool {
        let is_hidden = |shape: ShapeId| {
            self.squishes.is_some_and(|squishes| squishes.holds(self.id, shape))
                || self.load.is_some_and(|load| load.holds(self.id, shape))
                || self.hides.is_some_and(|hides| hides(shape))
        };
        !met.off_grid.is_some_and(is_hidden)
            && !self.memory.is_some_and(|memory| memory.ignores(met))
            && self.rules.is_none_or(|rules| rules.should_collide(self.id, met))
    }

    fn drops(&self, line: &Piece) -> bool {
        self.memory.is_some_and(|memory| memory.drops(line, self.size, self.stance))
    }
}
