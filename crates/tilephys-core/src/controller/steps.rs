//! Step-up, corner correction, ledge snapping and floor snapping of walking bodies.

use super::candidate::SlopeContact;
use super::config::{Foot, MoveConfig, SLOPE_RISE, Snap, units};
use super::motion::Motion;
use super::push_out::exit_distance;
use super::slopes::Impact;
use super::trace::{Aside, TraceEvent};
use super::walking::Walking;
use crate::direction::Direction;
use crate::grid::{Contacts, TileGrid};
use crate::limits::UNITS_PER_PX;
use glam::IVec2;

impl Walking<'_> {
    /// Moves a body past a wall or a ceiling that it has reached, moving by `d`, if the settings allow it.
    pub(crate) fn pass(&mut self, motion: &mut Motion, d: IVec2, plane: SlopeContact) -> bool {
        let n = plane.normal;
        if self.stance.is_ceiling(n) {
            n[self.level()] == 0 && self.shift_past_ceiling(motion)
        } else {
            // A steep face that is not upright is no step: the body would climb it unit by unit.
            n[self.up()] == 0
                && (d[self.up()] == 0 && self.shift_past_wall(motion, n) || self.step_onto(motion, n))
        }
    }

    /// The distance by which a box at `at` must shift in a direction to overlap nothing, at most `limit`. `None` if it overlaps
    /// nothing at `at`, as on the closed side of a one-way line.
    fn exit(&self, at: IVec2, direction: Direction, limit: i32) -> Option<i32> {
        exit_distance(*self.actor, at, direction, limit).filter(|units| *units > 0)
    }

    /// True if nothing is in the way from `at` by `by`.
    fn is_open(&self, what: Aside, at: IVec2, by: IVec2) -> bool {
        let found = self.actor.sweep_whole(at, by);
        self.actor.note_aside(what, at, by, found);
        found.is_none()
    }

    fn shift(&mut self, motion: &mut Motion, by: IVec2) -> bool {
        if !self.is_open(Aside::Corner, motion.position, by) {
            return false;
        }
        self.actor.extend_to(motion);
        motion.position += by;
        self.actor.extend_to(motion);
        self.state.corrected += by;
        true
    }

    /// Shifts past the corner of a ceiling, to the nearer side, and never against its speed across up.
    fn shift_past_ceiling(&mut self, motion: &mut Motion) -> bool {
        let limit = units(self.walk.corner_correct_up);
        if limit == 0 {
            return false;
        }
        let level = self.level();
        let at = motion.position + self.upward();
        let speed = self.state.velocity[level];
        let low = Direction::along(level, false);
        // A body that moves across up is shifted on in its direction only: a shift back would look like a bounce.
        let exits = [
            if speed <= 0.0 { self.exit(at, low, limit) } else { None },
            if speed >= 0.0 { self.exit(at, low.opposite(), limit) } else { None },
        ];
        // At equal distances neither side is better. A choice would differ in a mirrored world.
        exits[0] != exits[1] && self.shift_to_nearer(motion, low, exits)
    }

    /// Shifts to the nearer of two exits, in the direction `first` and the other way, of equally near ones to the first.
    fn shift_to_nearer(&mut self, motion: &mut Motion, first: Direction, exits: [Option<i32>; 2]) -> bool {
        // No exit is farther than any.
        let [one, other] = exits.map(|units| units.unwrap_or(i32::MAX));
        let by = if one <= other { first.vector() * one } else { first.opposite().vector() * other };
        exits != [None; 2] && self.shift(motion, by)
    }

    /// Shifts past the corner of a wall in level flight, to the nearer side, of equals up.
    fn shift_past_wall(&mut self, motion: &mut Motion, normal: IVec2) -> bool {
        let limit = units(self.walk.corner_correct_side);
        // The speed at the start of the move: a body that stands has gravity in it, so it does not fly level.
        let flies_level = self.state.velocity[self.up()] == 0.0;
        if limit == 0 || !flies_level {
            return false;
        }
        let at = motion.position - normal;
        let up = self.actor.config.up;
        // Of equal ways up is taken: a mirrored world makes this choice too.
        let exits = [up, up.opposite()].map(|direction| self.exit(at, direction, limit));
        self.shift_to_nearer(motion, up, exits)
    }

    /// Steps onto the obstacle, if it is low enough, has room above it, and is a floor.
    fn step_onto(&mut self, motion: &mut Motion, normal: IVec2) -> bool {
        if self.rises() {
            return false;
        }
        // The greatest height that any of the settings allows now.
        let mut height = units(self.walk.gap_bridge);
        if self.walk.step_up > 0.0 && self.stood() {
            height = height.max(units(self.walk.step_up));
        }
        if self.walk.foot == Foot::Center && self.stood() {
            height = height.max(self.sunk());
        }
        if height == 0 {
            return false;
        }
        let mut inward = IVec2::ZERO;
        inward[self.level()] = -normal[self.level()].signum();
        // One unit into the wall: there the body overlaps what it would have to stand on.
        let beyond = motion.position + inward;
        // The slope on a step is higher one unit farther in.
        let Some(rise) = self.exit(beyond, self.actor.config.up, height + SLOPE_RISE) else { return false };
        let by = self.upward() * rise;
        // Higher than allowed by a slope on top of the step: the step itself must be a floor at its edge.
        if rise > height {
            let over = motion.position + self.upward() * height;
            let found = self.actor.sweep_whole(over, inward).map(|f| self.actor.plane_of(&f, over, inward));
            if !found.is_some_and(|plane| self.stance.is_floor(plane.normal)) {
                return false;
            }
        }
        // The exit is free, so it only needs a floor.
        if !self.has_floor(beyond + by) || !self.is_open(Aside::Step, motion.position, by) {
            return false;
        }
        self.rise_onto_step(motion, by);
        true
    }

    /// Moves a body onto a step. The step is the new floor, so the fall of this move has ended.
    pub(crate) fn rise_onto_step(&self, motion: &mut Motion, by: IVec2) {
        self.actor.extend_to(motion);
        motion.position += by;
        self.actor.extend_to(motion);
        let up = self.up();
        let sign = self.upward()[up];
        motion.left[up] = 0;
        motion.remainder[up] = 0.0;
        if motion.velocity[up] * (sign as f32) < 0.0 {
            motion.velocity[up] = 0.0;
        }
    }

    /// Depth of the corners of a body in the steepest slope under its middle, in lattice units.
    fn sunk(&self) -> i32 {
        let half = f64::from(self.actor.size[self.level()]) / 2.0;
        let tile = f64::from(self.tile_along_up());
        let depth = half * self.stance.tangent() + 1.0;
        (if depth < tile { depth } else { tile }) as i32
    }

    fn tile_along_up(&self) -> i32 {
        self.actor.view.cells().tile()[self.up()]
    }

    /// Before a move in level flight: lifts the body onto a one-way line slightly above its feet. Returns true if it did.
    pub(crate) fn hop_onto_line(&mut self, motion: &mut Motion) -> bool {
        let up = self.up();
        let limit = self.walk.nudge_units();
        // Only in level flight: a falling body lands on the line by itself, a rising body jumps through it.
        if limit == 0 || self.state.translation[up] != 0 || self.state.velocity[up] != 0.0 {
            return false;
        }
        let actor = self.actor;
        let Some(rise) = actor.view.line_over_feet(motion.position, actor.size, self.stance, limit) else {
            return false;
        };
        let by = self.upward() * rise;
        // Both the new place and the way to it must be free, or the lift would pass through a ceiling.
        let hops = actor.is_free(motion.position + by) && self.is_open(Aside::Nudge, motion.position, by);
        if hops {
            motion.position += by;
            self.actor.extend_to(motion);
            self.state.corrected += by;
        }
        hops
    }

    /// At the end of a move: snaps a body that stood, and has not risen, down to a floor that is not far under it. Returns the
    /// final contacts, if it had to look for a floor.
    #[inline]
    pub(crate) fn follow_floor(&mut self, motion: &mut Motion) -> Option<Contacts> {
        let up = self.up();
        let sign = self.upward()[up] as f32;
        // A rising body must not be pulled back to the floor, or a jump would end in its first step.
        if self.walk.snap == Snap::Off || self.rises() || motion.velocity[up] * sign > 0.0 {
            return None;
        }
        let view = self.actor.view;
        let size = self.actor.size;
        let at = motion.position;
        let contacts = view.contacts(at, at + size, self.stance);
        if contacts.floor(self.stance.up) || !self.stood() {
            return Some(contacts);
        }
        self.set_down(motion);
        let end = motion.position;
        Some(if end == at { contacts } else { view.contacts(end, end + size, self.stance) })
    }

    #[cold]
    #[inline(never)]
    fn set_down(&mut self, motion: &mut Motion) {
        let length = match self.walk.snap {
            Snap::Off => return,
            Snap::Length(px) => units(px),
            Snap::Adaptive => {
                let level = self.level();
                // The farther the body went, the lower the steepest floor under its path may be by now.
                let run = f64::from((motion.position[level] - self.state.from[level]).abs());
                // A body that ran up a slope and beyond its end is as much higher over what comes after it.
                let risen = (motion.position - self.state.from)[self.up()] * self.upward()[self.up()];
                let risen = f64::from(if risen > 0 { risen } else { 0 });
                let sunk = if self.walk.foot == Foot::Center { f64::from(self.sunk()) } else { 0.0 };
                let fall = run * self.stance.tangent() + f64::from(UNITS_PER_PX) + sunk + risen;
                let tile = f64::from(self.tile_along_up());
                (if fall < tile { fall } else { tile }) as i32
            }
        };
        let mut down = Motion { left: -self.upward() * length, ..*motion };
        down.keep_in_world(self.actor.size);
        // A floor at the very end of the distance counts too.
        down.left -= self.upward();
        let found = self.actor.sweep_whole(down.position, down.left);
        self.actor.note_aside(Aside::Snap, down.position, down.left, found);
        let Some(found) = found else { return };
        let impact = Impact::at(self.actor, &down, &found, motion.fraction);
        self.actor.arrive(&mut down, impact);
        // The corner of a steep tile would not hold it.
        if !self.stance.is_floor(impact.plane.normal) || !self.has_floor(down.position) {
            return;
        }
        self.actor.note(|| TraceEvent::Landed);
        self.land(motion, down.position);
    }

    pub(crate) fn land(&self, motion: &mut Motion, at: IVec2) {
        let up = self.up();
        self.actor.extend_to(motion);
        motion.position = at;
        self.actor.extend_to(motion);
        motion.remainder[up] = 0.0;
        motion.velocity[up] = 0.0;
    }
}

impl MoveConfig {
    /// Contacts of a walking body that does not rise, after a move from a min corner to another; `known` if they are known.
    /// `None` if the body must snap to a floor.
    #[inline(always)]
    pub(crate) fn ends_as_it_is(
        &self,
        grid: &TileGrid,
        size: IVec2,
        [before, after]: [IVec2; 2],
        known: Option<Contacts>,
    ) -> Option<Contacts> {
        let view = grid.view(self.mask);
        let stance = self.stance();
        let contacts = known.unwrap_or_else(|| view.contacts(after, after + size, stance));
        let may_fall = !contacts.floor(self.up) && view.has_floor(before, before + size, stance);
        (!may_fall).then_some(contacts)
    }
}
