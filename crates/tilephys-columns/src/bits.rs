//! Settings as bit patterns, for branch-free comparison and table lookup.

use crate::components::{Category, Filter, Gravity, Limits, Reports, Sensor, Solid, Up};
use std::mem::discriminant;
use std::ops::Range;
use tilephys_core::{
    BodyCollision, Direction, MotionMode, MoveConfig, Profile, Response, TileId, Walk,
    moves::{Foot, SlopeSpeed, Snap},
    platform::{LeaveVelocity, RideMode, RideSettings, SquishPolicy},
    record::{ByteReader, Codec, Value},
};

/// Component as words of bits. Two values have equal words if and only if they are equal to the bit.
pub trait Bits<const WORDS: usize>: Sized {
    /// Words of the bits.
    fn words(&self) -> [u64; WORDS];

    /// True if any of these rows differs from the first, to the bit.
    #[inline(always)]
    fn any_differs(first: &Self, rows: &[Self]) -> bool {
        let first = first.words();
        let differ = rows.iter().fold(0, |any, row| {
            row.words().iter().zip(first).fold(any, |any, (word, first)| any | (word ^ first))
        });
        differ != 0
    }

    /// Component of these words; words that no component has give any or none.
    fn of_words(words: [u64; WORDS]) -> Option<Self>;
}

/// True if any row of `which` differs from row `a`, to the bit; false without such a column.
#[inline(always)]
pub(crate) fn differ<T: Bits<N>, const N: usize>(
    column: Option<&[T]>,
    a: usize,
    which: Range<usize>,
) -> bool {
    column.is_some_and(|rows| T::any_differs(&rows[a], &rows[which]))
}

/// Packs two floats into one word.
fn pair(high: f32, low: f32) -> u64 {
    u64::from(high.to_bits()) << 32 | u64::from(low.to_bits())
}

/// Floats of a word from [`pair`].
fn floats(word: u64) -> (f32, f32) {
    (high(word), f32::from_bits(word as u32))
}

/// Float in the high half of a word.
fn high(word: u64) -> f32 {
    f32::from_bits((word >> 32) as u32)
}

impl Bits<1> for Response {
    // The variant of the first row is looked at once, outside of the loop.
    #[inline(always)]
    fn any_differs(first: &Self, rows: &[Self]) -> bool {
        match *first {
            Response::Bounce { restitution: first } => rows.iter().fold(false, |any, row| {
                any | !matches!(row, Response::Bounce { restitution } if restitution.to_bits() == first.to_bits())
            }),
            _ => rows.iter().fold(false, |any, row| any | (discriminant(row) != discriminant(first))),
        }
    }

    #[inline]
    fn words(&self) -> [u64; 1] {
        let (kind, restitution) = match *self {
            Response::Slide => (0, 0.0),
            Response::Stop => (1, 0.0),
            Response::Bounce { restitution } => (2, restitution),
            Response::Invert => (3, 0.0),
            Response::PassThrough => (4, 0.0),
        };
        [kind << 32 | u64::from(restitution.to_bits())]
    }

    fn of_words([word]: [u64; 1]) -> Option<Self> {
        Some(match word >> 32 {
            0 => Response::Slide,
            1 => Response::Stop,
            2 => Response::Bounce { restitution: floats(word).1 },
            3 => Response::Invert,
            4 => Response::PassThrough,
            _ => return None,
        })
    }
}

impl Bits<1> for Filter {
    #[inline]
    fn words(&self) -> [u64; 1] {
        [self.mask.into()]
    }

    fn of_words([word]: [u64; 1]) -> Option<Self> {
        Some(Filter { mask: word as u32 })
    }
}

impl Bits<1> for Gravity {
    #[inline]
    fn words(&self) -> [u64; 1] {
        [self.scale.to_bits().into()]
    }

    fn of_words([word]: [u64; 1]) -> Option<Self> {
        Some(Gravity { scale: floats(word).1 })
    }
}

impl Bits<2> for Limits {
    #[inline]
    fn words(&self) -> [u64; 2] {
        [pair(self.max_speed.x, self.max_speed.y), self.rest_speed.to_bits().into()]
    }

    fn of_words([speed, rest]: [u64; 2]) -> Option<Self> {
        Some(Limits { max_speed: floats(speed).into(), rest_speed: floats(rest).1 })
    }
}

impl Bits<1> for Up {
    #[inline]
    fn words(&self) -> [u64; 1] {
        [self.0 as u64]
    }

    fn of_words([word]: [u64; 1]) -> Option<Self> {
        Direction::ALL.get(usize::try_from(word).ok()?).copied().map(Up)
    }
}

impl Bits<1> for Reports {
    #[inline]
    fn words(&self) -> [u64; 1] {
        [u64::from(self.hits) | u64::from(self.contacts) << 1]
    }

    fn of_words([word]: [u64; 1]) -> Option<Self> {
        Some(Reports { hits: word & 1 != 0, contacts: word & 2 != 0 })
    }
}

impl Bits<1> for MotionMode {
    #[inline]
    fn words(&self) -> [u64; 1] {
        [match self {
            MotionMode::Grounded => 0,
            MotionMode::Floating => 1,
        }]
    }

    fn of_words([word]: [u64; 1]) -> Option<Self> {
        [MotionMode::Grounded, MotionMode::Floating].get(usize::try_from(word).ok()?).copied()
    }
}

impl Bits<6> for Walk {
    #[inline]
    fn words(&self) -> [u64; 6] {
        let (speed, up, down) = match self.slope_speed {
            SlopeSpeed::KeepLevel => (0, 0.0, 0.0),
            SlopeSpeed::KeepSurface => (1, 0.0, 0.0),
            SlopeSpeed::Curve { up, down } => (2, up, down),
        };
        let (snap, length) = match self.snap {
            Snap::Adaptive => (0, 0.0),
            Snap::Length(length) => (1, length),
            Snap::Off => (2, 0.0),
        };
        let foot = match self.foot {
            Foot::Corners => 0,
            Foot::Center => 1,
        };
        // The number in the high half, ticks in the second byte, kinds in the first: `of_words` reads them
        // so.
        let flags = [self.stop_on_slope, self.block_on_steep, self.slide_on_ceiling].map(u32::from);
        let kinds = speed | snap << 2 | foot << 4 | flags[0] << 5 | flags[1] << 6 | flags[2] << 7;
        // The top bit distinguishes settings of zeros from a floating body.
        let whole = 1 << 31 | u32::from(self.wall_retain_ticks) << 8 | kinds;
        [
            pair(self.floor_max_angle, self.step_up),
            pair(up, down),
            pair(length, self.corner_correct_up),
            pair(self.corner_correct_side, self.gap_bridge),
            pair(self.one_way_assist, self.one_way_nudge),
            u64::from(self.friction.to_bits()) << 32 | u64::from(whole),
        ]
    }

    fn of_words([angle, curve, length, side, one_way, rest]: [u64; 6]) -> Option<Self> {
        // Bits that no setting gives are refused, because they come from damaged bytes.
        let flag = |bit: u32| rest >> bit & 1 != 0;
        let (floor_max_angle, step_up) = floats(angle);
        let (up, down) = floats(curve);
        let (length, corner_correct_up) = floats(length);
        let (corner_correct_side, gap_bridge) = floats(side);
        let (one_way_assist, one_way_nudge) = floats(one_way);
        Some(Walk {
            floor_max_angle,
            step_up,
            slope_speed: match rest & 3 {
                0 => SlopeSpeed::KeepLevel,
                1 => SlopeSpeed::KeepSurface,
                2 => SlopeSpeed::Curve { up, down },
                _ => return None,
            },
            snap: match rest >> 2 & 3 {
                0 => Snap::Adaptive,
                1 => Snap::Length(length),
                2 => Snap::Off,
                _ => return None,
            },
            foot: if flag(4) { Foot::Center } else { Foot::Corners },
            stop_on_slope: flag(5),
            block_on_steep: flag(6),
            slide_on_ceiling: flag(7),
            wall_retain_ticks: (rest >> 8) as u8,
            friction: high(rest),
            corner_correct_up,
            corner_correct_side,
            gap_bridge,
            one_way_assist,
            one_way_nudge,
        })
    }
}

impl Bits<2> for RideSettings {
    #[inline]
    fn words(&self) -> [u64; 2] {
        let (squish, px) = match self.squish {
            SquishPolicy::Report => (0, 0.0),
            SquishPolicy::Wiggle(px) => (1, px),
            SquishPolicy::BlockMover => (2, 0.0),
            SquishPolicy::PassThrough => (3, 0.0),
        };
        let ride = match self.ride {
            RideMode::Glue => 0,
            RideMode::Ballistic => 1,
        };
        let leave = match self.leave {
            LeaveVelocity::None => 0,
            LeaveVelocity::Add => 1,
            LeaveVelocity::AddUpward => 2,
        };
        // Packed as in `Walk::words`: the number high, ticks in the second byte, kinds in the first.
        let flags = [self.walls, self.ceilings].map(u32::from);
        let kinds = squish | ride << 2 | leave << 3 | flags[0] << 5 | flags[1] << 6;
        let kinds = u32::from(self.lift_ticks) << 8 | kinds;
        [pair(self.lift_cap.x, self.lift_cap.y), u64::from(px.to_bits()) << 32 | u64::from(kinds)]
    }

    fn of_words([cap, rest]: [u64; 2]) -> Option<Self> {
        let flag = |bit: u32| rest >> bit & 1 != 0;
        Some(RideSettings {
            squish: match rest & 3 {
                0 => SquishPolicy::Report,
                1 => SquishPolicy::Wiggle(high(rest)),
                2 => SquishPolicy::BlockMover,
                _ => SquishPolicy::PassThrough,
            },
            ride: if flag(2) { RideMode::Ballistic } else { RideMode::Glue },
            leave: match rest >> 3 & 3 {
                0 => LeaveVelocity::None,
                1 => LeaveVelocity::Add,
                // The fourth value of two bits is no setting, and comes from damaged bytes.
                2 => LeaveVelocity::AddUpward,
                _ => return None,
            },
            walls: flag(5),
            ceilings: flag(6),
            lift_ticks: (rest >> 8) as u8,
            lift_cap: floats(cap).into(),
        })
    }
}

impl Bits<1> for Solid {
    #[inline]
    fn words(&self) -> [u64; 1] {
        // Plus 1, because 0 stands for no tile; fits 16 bits.
        [self.0.index() as u64 + 1]
    }

    fn of_words([word]: [u64; 1]) -> Option<Self> {
        let bytes = u16::try_from(word).ok()?.to_le_bytes();
        let mut tile = TileId::EMPTY;
        ByteReader::new(&bytes).value("solid", &mut tile).ok()?;
        Some(Solid(tile))
    }
}

impl Bits<1> for Category {
    #[inline]
    fn words(&self) -> [u64; 1] {
        [self.0.into()]
    }

    fn of_words([word]: [u64; 1]) -> Option<Self> {
        Some(Category(word as u32))
    }
}

impl Bits<1> for Sensor {
    #[inline]
    fn words(&self) -> [u64; 1] {
        [self.0.into()]
    }

    fn of_words([word]: [u64; 1]) -> Option<Self> {
        Some(Sensor(word as u32))
    }
}

impl Bits<3> for BodyCollision {
    #[inline]
    fn words(&self) -> [u64; 3] {
        // Plus 1, because 0 stands for no collision; fits 4 bits.
        let one_way = 1 + self.one_way.map_or(0, |side| 1 + side as u64);
        let side = one_way | u64::from(self.yields) << 3;
        let speed = u64::from(self.push_speed.to_bits()) << 32;
        [pair(self.mass, self.friction), speed | u64::from(self.mask), u64::from(self.carries) << 32 | side]
    }

    fn of_words([mass, speed, side]: [u64; 3]) -> Option<Self> {
        let (mass, friction) = floats(mass);
        let carries = (side >> 32) as u32;
        let yields = side >> 3 & 1 != 0;
        let one_way = match (side as u32 & !8).checked_sub(2) {
            Some(side) => Some(*Direction::ALL.get(side as usize)?),
            None => None,
        };
        Some(BodyCollision {
            mass,
            friction,
            push_speed: high(speed),
            mask: speed as u32,
            one_way,
            carries,
            yields,
        })
    }
}

/// Bit pattern of a profile.
pub(crate) type Key = [u64; 16];

pub(crate) fn key(profile: &Profile) -> Key {
    // Without a `..`, so that a new field of a profile cannot be left out of the key.
    let Profile {
        movement,
        gravity_scale: scale,
        max_speed,
        report_hits: hits,
        use_hooks: ask_rules,
        track_contacts: contacts,
        category,
        sensor,
        report_tiles,
        riding,
        solid,
        collide,
    } = *profile;
    let MoveConfig { mask, up, response, rest_speed, .. } = movement;
    let [response] = response.words();
    let [scale] = Gravity { scale }.words();
    let [reports] = Reports { hits, contacts }.words();
    let [up] = Up(up).words();
    let [speeds, rest_speed] = Limits { max_speed, rest_speed }.words();
    let [a, b, c, d, e, f] = movement.walk_if_grounded().map_or([0; 6], Walk::words);
    let [carrier, ride] = riding.words();
    let [masses, pushed, side] = collide.map_or([0; 3], |collide| collide.words());
    let [solid] = solid.map_or([0], |tile| Solid(tile).words());
    let flags = u64::from(ask_rules) << 7 | u64::from(report_tiles) << 6 | reports;
    let small = u64::from(mask) << 32 | (side & 0xF) << 28 | solid << 12 | up << 8 | flags;
    let senses = u64::from(category) << 32 | u64::from(sensor);
    [
        response,
        speeds,
        rest_speed << 32 | scale,
        small,
        senses,
        carrier,
        ride,
        masses,
        pushed,
        side >> 32,
        a,
        b,
        c,
        d,
        e,
        f,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_differ_in_one_number_have_another_key() {
        let way = |change: fn(&mut BodyCollision)| {
            let mut collide = BodyCollision::default();
            change(&mut collide);
            Profile { collide: Some(collide), ..Profile::default() }
        };
        let mut all = vec![
            Profile::default(),
            way(|_| ()),
            way(|c| c.mask = 0x7FFF_FFFF),
            way(|c| c.mask = 0xFFFF_FFFE),
            way(|c| c.mass = f32::from_bits(1.0_f32.to_bits() + 1)),
            way(|c| c.mass = f32::INFINITY),
            way(|c| c.friction = -0.0),
            way(|c| c.friction = 1.0),
            way(|c| c.push_speed = f32::MAX),
            way(|c| c.push_speed = 0.0),
            way(|c| c.yields = true),
            way(|c| c.carries = 1),
            way(|c| c.carries = 1 << 31),
        ];
        all.extend(Direction::ALL.map(|side| Profile {
            collide: Some(BodyCollision { one_way: Some(side), ..BodyCollision::default() }),
            ..Profile::default()
        }));
        let mut keys: Vec<Key> = all.iter().map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all.len());
    }

    #[test]
    fn responses_differ_if_and_only_if_their_words_do() {
        let mut all = vec![Response::Slide, Response::Stop, Response::Invert, Response::PassThrough];
        let factors = [0.0, -0.0, 0.5, 1.0, f32::NAN, -f32::NAN];
        all.extend(factors.map(|restitution| Response::Bounce { restitution }));
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            assert_eq!(Response::any_differs(a, &[*a, *b, *a]), a.words() != b.words(), "{a:?}, {b:?}");
        }
    }
}
