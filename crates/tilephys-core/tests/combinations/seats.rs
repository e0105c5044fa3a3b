//! Where bodies begin: mostly beside something, so that features are at work from the first steps on.

use crate::combinations::draw_map::Frame;
use crate::combinations::features::{Feature, Set};
use crate::combinations::spec::{Actor, Drive, Mover, Run};
use crate::combinations::turn::bounds;
use crate::shapes::solid::Point;
use proptest::prelude::*;
use tilephys_core::Direction;

/// What a body begins beside: a place in a list, taken modulo its length.
#[derive(Clone, Copy, Debug)]
enum What {
    Run(usize),
    Mover(usize),
    Actor(usize),
}

/// Where a body begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seat {
    /// Where it was drawn.
    Anywhere,
    Beside(Beside),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside {
    what: What,
    side: Direction,
    /// How far along the side, in units; from its other end if negative; flush with that end for the least number.
    along: i64,
    /// Units between the two.
    gap: i64,
    /// True if the body moves toward it.
    goes_there: bool,
}

/// Places beside runs, movers and other bodies.
pub(crate) fn seat(wanted: Set) -> BoxedStrategy<Seat> {
    let mut whats = vec![
        (3, (0..14usize).prop_map(What::Run).boxed()),
        (if wanted.has(Feature::Collide) { 3 } else { 1 }, (0..6usize).prop_map(What::Actor).boxed()),
    ];
    if wanted.has(Feature::Mover) {
        whats.push((6, (0..4usize).prop_map(What::Mover).boxed()));
    }
    let what = proptest::strategy::Union::new_weighted(whats);
    let side = prop_oneof![
        5 => Just(Direction::Up),
        2 => Just(Direction::Left),
        2 => Just(Direction::Right),
        2 => Just(Direction::Down),
    ];
    // Near an end, where corners and steps are, or anywhere.
    let near = (1i64..10, any::<bool>()).prop_map(|(px, is_low)| if is_low { px * 256 } else { -px * 256 });
    let along = prop_oneof![2 => near, 1 => Just(i64::MIN), 3 => (-40i64..40).prop_map(|px| px * 256)];
    let gap = prop_oneof![4 => Just(0i64), 1 => 0i64..1024, 1 => (1i64..12).prop_map(|px| px * 256)];
    let beside = (what, side, along, gap, any::<bool>()).prop_map(|(what, side, along, gap, goes_there)| {
        Seat::Beside(Beside { what, side, along, gap, goes_there })
    });
    prop_oneof![1 => Just(Seat::Anywhere), 4 => beside].boxed()
}

/// What bodies may begin beside.
pub(crate) struct Room<'a> {
    pub(crate) runs: &'a [Run],
    pub(crate) movers: &'a [Mover],
    pub(crate) kinds: &'a [crate::combinations::spec::Kind],
    pub(crate) frame: Frame,
}

impl Room<'_> {
    /// The low corner and the size of a thing.
    fn place(&self, what: What, actors: &[Actor]) -> Option<(Point, Point)> {
        let tile = self.frame.tile();
        Some(match what {
            What::Run(k) => {
                let run = &self.runs[k.checked_rem(self.runs.len())?];
                let at = [0, 1].map(|axis| run.cell[axis] * tile[axis]);
                (at, [0, 1].map(|axis| run.cells[axis] * tile[axis]))
            }
            What::Mover(k) => {
                let mover = &self.movers[k.checked_rem(self.movers.len())?];
                let shape = &self.kinds[mover.kind % self.kinds.len()].shape;
                (mover.at, mover.size.unwrap_or_else(|| bounds(shape, tile).1))
            }
            What::Actor(k) => {
                let actor = &actors[k.checked_rem(actors.len())?];
                (actor.at, actor.size)
            }
        })
    }

    /// Bodies where their seats say.
    pub(crate) fn seated(&self, actors: Vec<(Actor, Seat)>) -> Vec<Actor> {
        let mut all: Vec<Actor> = Vec::new();
        for (mut actor, seat) in actors {
            if let Seat::Beside(beside) = seat
                && let Some((at, size)) = self.place(beside.what, &all)
            {
                put(&mut actor, &beside, (at, size));
            }
            all.push(actor);
        }
        all
    }
}

fn put(actor: &mut Actor, beside: &Beside, (at, size): (Point, Point)) {
    let (k, sign) = crate::combinations::hooks::upward(beside.side);
    let free = 1 - k;
    let own = actor.size;
    actor.at[k] = if sign < 0 { at[k] - own[k] - beside.gap } else { at[k] + size[k] + beside.gap };
    actor.at[free] = at[free]
        + match beside.along {
            i64::MIN => size[free] - own[free],
            along if along < 0 => size[free] + along,
            along => along - own[free],
        };
    if !beside.goes_there {
        return;
    }
    let toward = -sign as f32;
    let speed = actor.velocity[k];
    actor.velocity[k] = toward * (if speed < 0.0 { -speed } else { speed } + 30.0);
    if let Drive::Run { speed, .. } = &mut actor.drive
        && k == 0
    {
        *speed = toward * if *speed < 0.0 { -*speed } else { *speed };
    }
}

/// Puts the first mover beside the first body and sends it there, so that the body is pressed against what it is beside.
pub(crate) fn press(movers: &mut [Mover], actors: &[Actor], side: Direction) {
    let (Some(mover), Some(actor)) = (movers.first_mut(), actors.first()) else { return };
    let Some(size) = mover.size else { return };
    let (k, sign) = crate::combinations::hooks::upward(side);
    mover.at[k] = if sign < 0 { actor.at[k] - size[k] } else { actor.at[k] + actor.size[k] };
    mover.at[1 - k] = actor.at[1 - k] + (actor.size[1 - k] - size[1 - k]) / 2;
    let speed = mover.velocity[k];
    mover.velocity[k] = -sign as f32 * (if speed < 0.0 { -speed } else { speed } + 20.0);
    mover.route = None;
}
