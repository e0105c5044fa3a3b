//! Collision filter as a question: the reason why two bodies, or a body and a tile, pass through each other.

use crate::direction::Direction;
use crate::dynamics::context::exceptions::Exceptions;
use crate::dynamics::{BodyId, Profile, World};
use crate::fault::{Fault, Field};
use crate::grid::Obstacle;
use crate::response::Response;
use crate::shape::TileShape;
use crate::tile::{LayerId, TileCoord};
use std::fmt;

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
    /// The body does not collide with bodies: it has no [`BodyCollision`](crate::BodyCollision) and is not solid.
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
        /// Body with [`Response::PassThrough`](crate::Response::PassThrough).
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

impl World {
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
    /// let reason = world.why_not(bullet, enemy).expect("they do not collide");
    /// assert_eq!(reason.to_string(), "the mask 0b1 of body 1 has no bit of the category 0b100");
    /// ```
    #[doc(alias = "collision filter")]
    #[must_use]
    pub fn why_not(&self, a: BodyId, b: BodyId) -> Option<WhyNot> {
        if a == b {
            return Some(WhyNot::SameBody);
        }
        let [one, other] = match [a, b].map(|id| self.sound_profile(id)) {
            [Ok(one), Ok(other)] => [one, other],
            [Err(reason), _] | [_, Err(reason)] => return Some(reason),
        };
        match [one.solid, other.solid] {
            [None, None] => self.why_not_bodies((a, one), (b, other)),
            [None, Some(_)] => self.why_not_solid(a, one, b, other),
            [Some(_), None] => self.why_not_solid(b, other, a, one),
            // Either may stop at the other.
            [Some(_), Some(_)] => self
                .why_not_solid(a, one, b, other)
                .and_then(|reason| self.why_not_solid(b, other, a, one).and(Some(reason))),
        }
    }

    /// Returns the reason why a body passes through the tile in a cell, like [`why_not`](Self::why_not).
    #[must_use]
    pub fn why_not_tile(&self, id: BodyId, layer: LayerId, cell: TileCoord) -> Option<WhyNot> {
        let profile = match self.sound_profile(id) {
            Ok(profile) => profile,
            Err(reason) => return Some(reason),
        };
        if !self.grid.knows(layer, None) {
            return Some(WhyNot::NoTile);
        }
        let Some(tile) = self.grid.tile(layer, cell) else { return Some(WhyNot::NoTile) };
        let mask = profile.movement.mask;
        let category = self.grid.tile_kind(tile).category;
        let met = Obstacle { layer, cell, tile, off_grid: None };
        why_not_obstacle((id, profile), (mask, category))
            .or_else(|| self.ignores(id, &met).then_some(WhyNot::Ignored))
            .or_else(|| hooks(id, profile))
            .or_else(|| match &self.grid.tile_kind(tile).shape {
                TileShape::OneWay(line) => Some(WhyNot::OneWay { open: line.open() }),
                _ => None,
            })
    }

    /// Returns the profile of a body, or the reason why it takes no part in a step.
    fn sound_profile(&self, id: BodyId) -> Result<&Profile, WhyNot> {
        let profile = self.profile_of(id).ok_or(WhyNot::Unknown { body: id })?;
        if let Some((field, fault)) = profile.rejection() {
            return Err(WhyNot::Rejected { body: id, field, fault });
        }
        self.profiles.get(profile.index()).ok_or(WhyNot::Unknown { body: id })
    }

    /// Returns the reason why a body does not collide with a solid body.
    fn why_not_solid(&self, id: BodyId, own: &Profile, by: BodyId, solid: &Profile) -> Option<WhyNot> {
        let tile = solid.solid.and_then(|tile| self.grid.tile_kinds().get(tile.index()));
        let Some(tile) = tile else { return Some(WhyNot::SolidWithoutTile { body: by }) };
        let shape = self.platforms.state.solids.shape(by);
        let is_ignored = shape
            .is_some_and(|shape| self.ignores(id, &Obstacle { off_grid: Some(shape), ..Obstacle::NONE }));
        let is_crushed = || shape.is_some_and(|shape| self.platforms.state.squishes.holds(id, shape));
        why_not_obstacle((id, own), (own.movement.mask, tile.category))
            .or_else(|| is_ignored.then_some(WhyNot::Ignored))
            .or_else(|| is_crushed().then_some(WhyNot::Crushed { body: id }))
            .or_else(|| hooks(id, own))
    }

    /// Returns the reason why two bodies without solid shapes do not collide.
    fn why_not_bodies(&self, one: (BodyId, &Profile), other: (BodyId, &Profile)) -> Option<WhyNot> {
        let both = [one, other];
        let lacks = |(body, own): (BodyId, &Profile)| match own.collide {
            None if own.sensor != 0 => Some(WhyNot::SensorOnly { body }),
            None => Some(WhyNot::NoBodyCollision { body }),
            Some(_) => None,
        };
        let refuses = |own: (BodyId, &Profile), other: (BodyId, &Profile)| {
            why_not_obstacle(own, (own.1.collide.map_or(0, |collide| collide.mask), other.1.category))
        };
        let drops = |(a, b): (BodyId, BodyId)| {
            self.transient
                .find(a)
                .is_some_and(|memory| memory.drops_body(b))
                .then_some(WhyNot::Dropping { body: a })
        };
        let open = |own: &Profile| own.collide.and_then(|collide| collide.one_way);
        let exceptions = Exceptions { ignored: &self.ignored, transient: &self.transient, rules: None };
        both.into_iter()
            .find_map(lacks)
            .or_else(|| refuses(one, other))
            .or_else(|| refuses(other, one))
            .or_else(|| drops((one.0, other.0)))
            .or_else(|| drops((other.0, one.0)))
            .or_else(|| exceptions.hold(one.0, other.0, || false).then_some(WhyNot::Ignored))
            .or_else(|| both.into_iter().find_map(|(body, own)| hooks(body, own)))
            .or_else(|| both.into_iter().find_map(|(_, own)| open(own)).map(|open| WhyNot::OneWay { open }))
    }

    fn ignores(&self, id: BodyId, met: &Obstacle) -> bool {
        self.transient.find(id).is_some_and(|memory| memory.ignores(met))
    }
}

/// Returns the reason in the response and the mask of a body.
fn why_not_obstacle((body, own): (BodyId, &Profile), (mask, category): (u32, u32)) -> Option<WhyNot> {
    if own.movement.response == Response::PassThrough {
        return Some(WhyNot::PassThrough { body });
    }
    (mask & category == 0).then_some(WhyNot::MaskLacks { body, mask, category })
}

fn hooks(body: BodyId, own: &Profile) -> Option<WhyNot> {
    own.use_hooks.then_some(WhyNot::Hooks { body })
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
