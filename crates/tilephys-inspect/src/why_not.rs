//! Collision filter as a question: the reason why two bodies, or a body and a tile, pass through each other.

use std::fmt;
use tilephys_core::platform::PushSource;
use tilephys_core::shape::TileShape;
use tilephys_core::{
    BodyId, Direction, Fault, Field, LayerId, Obstacle, Profile, Response, TileCoord, World,
};

/// Reason why two bodies, or a body and a tile, do not collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyNot {
    /// Both ids are of one body.
    SameBody,
    /// No body has this id.
    Unknown {
        /// Id without a body.
        body: BodyId,
    },
    /// Each step skips this body, because its settings or its box are invalid.
    Rejected {
        /// Skipped body.
        body: BodyId,
        /// Invalid field.
        field: Field,
        /// Fault of the field.
        fault: Fault,
    },
    /// The body does not collide with bodies: it has no [`BodyCollision`](tilephys_core::BodyCollision) and is not solid.
    NoBodyCollision {
        /// Body without the context.
        body: BodyId,
    },
    /// Like [`NoBodyCollision`](Self::NoBodyCollision), but the box of the body senses other bodies.
    SensorOnly {
        /// Body that is a sensor.
        body: BodyId,
    },
    /// The response of the body passes through everything.
    PassThrough {
        /// Body with [`Response::PassThrough`](Response::PassThrough).
        body: BodyId,
    },
    /// The mask of the body has no bit of the other's category.
    MaskLacks {
        /// Body with the mask.
        body: BodyId,
        /// Mask of the body.
        mask: u32,
        /// Category of the other body or of the tile.
        category: u32,
    },
    /// The tile that makes the body solid does not exist in the map.
    SolidWithoutTile {
        /// Solid body.
        body: BodyId,
    },
    /// The body ignores the other, or both [ignore each other](World::ignore_pair).
    Ignored,
    /// The body drops through the other, which is a one-way platform.
    Dropping {
        /// Body that drops.
        body: BodyId,
    },
    /// The other crushes the body, and passes through it until it is outside.
    Crushed {
        /// Crushed body.
        body: BodyId,
    },
    /// The cell has no tile, or the map has no such layer.
    NoTile,
    /// The collision hooks of the game decide; they are called only within a step.
    Hooks {
        /// Body that uses the hooks.
        body: BodyId,
    },
    /// The obstacle is a one-way platform: it blocks only what comes to its open side.
    OneWay {
        /// Open side.
        open: Direction,
    },
}

/// A body that takes part in steps, with its settings.
#[derive(Clone, Copy)]
struct Collider<'a> {
    id: BodyId,
    profile: &'a Profile,
}

/// Returns the reason why two bodies pass through each other, the first of several; `None` if they collide.
///
/// Reads settings, exceptions and timers, not positions. Hooks of the game and one-way platforms come last: with these alone the
/// bodies may collide.
///
/// ```
/// # use tilephys_core::*;
/// # let mut world = World::new(TileGrid::new(glam::UVec2::splat(16)));
/// let mut spawn = |category, mask| {
///     let collide = Some(BodyCollision { mask, ..BodyCollision::default() });
///     let profile = world.add_profile(Profile { category, collide, ..Profile::default() });
///     world.spawn(profile, Body::new([0.0, 0.0], [8.0, 8.0]))
/// };
/// let (bullet, enemy) = (spawn(0b100, 0b010), spawn(0b010, 0b001));
/// let reason = tilephys_inspect::why_not(&world, bullet, enemy).expect("they do not collide");
/// assert_eq!(reason.to_string(), "the mask 0b1 of body 1 has no bit of the category 0b100");
/// ```
#[doc(alias = "collision filter")]
#[must_use]
pub fn why_not(world: &World, a: BodyId, b: BodyId) -> Option<WhyNot> {
    if a == b {
        return Some(WhyNot::SameBody);
    }
    let [one, other] = match [a, b].map(|id| collider(world, id)) {
        [Ok(one), Ok(other)] => [one, other],
        [Err(reason), _] | [_, Err(reason)] => return Some(reason),
    };
    match [one.profile.solid, other.profile.solid] {
        [None, None] => why_not_bodies(world, one, other),
        [None, Some(_)] => why_not_solid(world, one, other),
        [Some(_), None] => why_not_solid(world, other, one),
        // Either may stop at the other.
        [Some(_), Some(_)] => why_not_solid(world, one, other)
            .and_then(|reason| why_not_solid(world, other, one).and(Some(reason))),
    }
}

/// Returns the reason why a body passes through the tile in a cell, like [`why_not`].
#[must_use]
pub fn why_not_tile(world: &World, id: BodyId, layer: LayerId, cell: TileCoord) -> Option<WhyNot> {
    let body = match collider(world, id) {
        Ok(body) => body,
        Err(reason) => return Some(reason),
    };
    let grid = &world.grid;
    if layer.index() >= grid.layers().len() {
        return Some(WhyNot::NoTile);
    }
    let Some(tile) = grid.tile(layer, cell) else { return Some(WhyNot::NoTile) };
    let met = Obstacle { layer, cell, tile, off_grid: None };
    let is_ignored = || world.body(id).is_some_and(|body| body.memory.ignores(&met));
    let kind = grid.tile_kind(tile);
    body.refuses(body.profile.movement.mask, kind.category)
        .or_else(|| is_ignored().then_some(WhyNot::Ignored))
        .or_else(|| body.asks_hooks())
        .or_else(|| match &kind.shape {
            TileShape::OneWay(line) => Some(WhyNot::OneWay { open: line.open() }),
            _ => None,
        })
}

/// Returns a body with its profile, or the reason why it takes no part in a step.
fn collider(world: &World, id: BodyId) -> Result<Collider<'_>, WhyNot> {
    let profile = world.profile_of(id).ok_or(WhyNot::Unknown { body: id })?;
    if let Some((field, fault)) = profile.rejection() {
        return Err(WhyNot::Rejected { body: id, field, fault });
    }
    let profile = world.body_ref(id).ok_or(WhyNot::Unknown { body: id })?.profile();
    Ok(Collider { id, profile })
}

/// Returns the reason why a body does not collide with a solid body.
fn why_not_solid(world: &World, body: Collider, solid: Collider) -> Option<WhyNot> {
    let tile = solid.profile.solid.and_then(|tile| world.grid.tile_kinds().get(tile.index()));
    let Some(tile) = tile else { return Some(WhyNot::SolidWithoutTile { body: solid.id }) };
    let is_solid = Some(PushSource::Body(solid.id));
    let is_ignored = || {
        let memory = world.body(body.id).map(|body| body.memory).unwrap_or_default();
        let ignored = memory.ignored.into_iter().filter(|(_, ticks)| *ticks > 0);
        ignored.filter_map(|(met, _)| met.off_grid).any(|shape| world.owner_of_box(shape) == is_solid)
    };
    let is_crushed = || world.squishes(body.id).iter().any(|squish| Some(squish.pusher) == is_solid);
    body.refuses(body.profile.movement.mask, tile.category)
        .or_else(|| is_ignored().then_some(WhyNot::Ignored))
        .or_else(|| is_crushed().then_some(WhyNot::Crushed { body: body.id }))
        .or_else(|| body.asks_hooks())
}

/// Returns the reason why two bodies without solid shapes do not collide.
fn why_not_bodies(world: &World, one: Collider, other: Collider) -> Option<WhyNot> {
    let both = [one, other];
    let refuses = |body: Collider, other: Collider| {
        body.refuses(body.profile.collide.map_or(0, |collide| collide.mask), other.profile.category)
    };
    let drops = |body: Collider, other: Collider| {
        let is_dropped = world.body(body.id).is_some_and(|body| body.memory.drops_body(other.id));
        is_dropped.then_some(WhyNot::Dropping { body: body.id })
    };
    let carriage = one.top_for(&other).or_else(|| other.top_for(&one));
    both.iter()
        .find_map(Collider::lacks_collision)
        .or_else(|| refuses(one, other).or_else(|| refuses(other, one)).filter(|_| carriage.is_none()))
        .or_else(|| drops(one, other))
        .or_else(|| drops(other, one))
        .or_else(|| world.ignores_pair(one.id, other.id).then_some(WhyNot::Ignored))
        .or_else(|| both.iter().find_map(Collider::asks_hooks))
        .or_else(|| both.iter().find_map(Collider::is_one_way))
        .or_else(|| carriage.filter(|_| refuses(one, other).or_else(|| refuses(other, one)).is_some()))
}

impl Collider<'_> {
    /// Returns the reason in the response and the mask of a body.
    fn refuses(&self, mask: u32, category: u32) -> Option<WhyNot> {
        let body = self.id;
        if self.profile.movement.response == Response::PassThrough {
            return Some(WhyNot::PassThrough { body });
        }
        (mask & category == 0).then_some(WhyNot::MaskLacks { body, mask, category })
    }

    fn lacks_collision(&self) -> Option<WhyNot> {
        let body = self.id;
        match self.profile.collide {
            None if self.profile.sensor != 0 => Some(WhyNot::SensorOnly { body }),
            None => Some(WhyNot::NoBodyCollision { body }),
            Some(_) => None,
        }
    }

    fn asks_hooks(&self) -> Option<WhyNot> {
        self.profile.use_hooks.then_some(WhyNot::Hooks { body: self.id })
    }

    /// Returns the only side that is solid to a rider by being carried.
    fn top_for(&self, rider: &Collider) -> Option<WhyNot> {
        let passes = [self, rider].iter().any(|body| body.profile.movement.response == Response::PassThrough);
        let carries = self.profile.collide?.carries & rider.profile.category != 0;
        (carries && !passes).then_some(WhyNot::OneWay { open: rider.profile.movement.up })
    }

    fn is_one_way(&self) -> Option<WhyNot> {
        let open = self.profile.collide?.one_way?;
        Some(WhyNot::OneWay { open })
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            WhyNot::SameBody => f.write_str("both are one body"),
            WhyNot::Unknown { body } => write!(f, "there is no body {}", body.0),
            WhyNot::Rejected { body, field, fault } => {
                write!(f, "each step skips body {}: {field} {fault}", body.0)
            }
            WhyNot::NoBodyCollision { body } => {
                write!(f, "body {} has no BodyCollision and is not solid", body.0)
            }
            WhyNot::SensorOnly { body } => {
                write!(f, "body {} is a sensor and has no BodyCollision", body.0)
            }
            WhyNot::PassThrough { body } => {
                write!(f, "the response of body {} passes through everything", body.0)
            }
            WhyNot::MaskLacks { body, mask, category } => {
                write!(f, "the mask {mask:#b} of body {} has no bit of the category {category:#b}", body.0)
            }
            WhyNot::SolidWithoutTile { body } => {
                write!(f, "body {} is solid by a tile that the map does not have", body.0)
            }
            WhyNot::Ignored => f.write_str("one ignores the other"),
            WhyNot::Dropping { body } => write!(f, "body {} drops through the other", body.0),
            WhyNot::Crushed { body } => write!(f, "the other crushes body {} and passes through it", body.0),
            WhyNot::NoTile => f.write_str("the cell has no tile in this layer"),
            WhyNot::Hooks { body } => {
                write!(f, "the collision hooks of body {} decide in each step", body.0)
            }
            WhyNot::OneWay { open } => {
                let side = match open {
                    Direction::Up => "top",
                    Direction::Down => "bottom",
                    Direction::Left => "left",
                    Direction::Right => "right",
                };
                write!(f, "a one-way platform blocks only at its {side} side")
            }
        }
    }
}
