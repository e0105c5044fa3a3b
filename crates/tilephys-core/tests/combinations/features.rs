//! Features of random worlds, and pairs of them.

use std::ops::RangeInclusive;

/// Features, each with the bit of its place in the list.
macro_rules! features {
    ($($name:ident),* $(,)?) => {
        /// A feature of the engine that a world may have, and that may be at work in a step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Feature { $($name),* }

        impl Feature {
            pub(crate) const ALL: &'static [Feature] = &[$(Feature::$name),*];
        }
    };
}

features![
    // Tiles.
    Slope,
    Polygon,
    HalfBox,
    Beyond,
    OffGrid,
    OneWayTile,
    Conveyor,
    Masks,
    // Movers.
    Mover,
    Path,
    Parent,
    OneWayMover,
    SlopeMover,
    MoverJump,
    // What movers do to bodies.
    Ride,
    Push,
    Squish,
    Cling,
    Ballistic,
    LeaveAll,
    Wiggle,
    BlockMover,
    PassThrough,
    // Bodies for others.
    Collide,
    Heavy,
    PushSpeed,
    BodyFriction,
    OneWayBody,
    SolidBody,
    Sensor,
    // Responses.
    Bounce,
    Stop,
    Invert,
    Pass,
    Float,
    // Walking.
    SlopeSpeed,
    Slippery,
    StepUp,
    CornerCorrect,
    GapBridge,
    WallRetain,
    FootCenter,
    Friction,
    LineAssist,
    // Characters.
    Feel,
    Pool,
    // The world.
    Region,
    OtherUp,
    OtherGravity,
    Fast,
    // What the game does.
    Edit,
    Spawn,
    Teleport,
    Resize,
    TimeScale,
    HitStop,
    Ignore,
    Drop,
    IgnorePair,
    TileReports,
    Rules,
    Unsound,
    // Bodies for others, last because each feature keeps its bit.
    Carrier,
];

/// A set of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set(pub(crate) u64);

impl Set {
    pub(crate) const NONE: Set = Set(0);

    pub(crate) fn of(features: &[Feature]) -> Set {
        features.iter().fold(Set::NONE, |set, feature| set.with(*feature))
    }

    pub(crate) fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 != 0
    }

    #[must_use]
    pub(crate) fn with(self, feature: Feature) -> Set {
        Set(self.0 | 1 << feature as u32)
    }

    pub(crate) fn insert_if(&mut self, is_in: bool, feature: Feature) {
        if is_in {
            *self = self.with(feature);
        }
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |feature| self.has(*feature))
    }

    pub(crate) fn between(range: RangeInclusive<Feature>) -> Set {
        Feature::ALL.iter().filter(|feature| range.contains(feature)).fold(Set::NONE, |set, f| set.with(*f))
    }

    /// Features without which these would have nothing to work on.
    fn completed(self) -> Set {
        use Feature::*;
        let needs = [
            (Mover, Set::between(Path..=PassThrough)),
            (Collide, Set::between(Heavy..=OneWayBody).with(IgnorePair).with(Carrier)),
            (Slope, Set::of(&[SlopeSpeed, Slippery, FootCenter])),
            (OneWayTile, Set::of(&[Drop, LineAssist])),
            (Feel, Set::of(&[Pool])),
        ];
        let mut set = self;
        for (base, of) in needs {
            set.insert_if(set.0 & of.0 != 0, base);
        }
        set
    }
}

/// The number of pairs.
pub(crate) const PAIRS: u64 = Feature::ALL.len() as u64 * (Feature::ALL.len() as u64 - 1) / 2;

/// The pair of a number below [`PAIRS`].
pub(crate) fn pair(number: u64) -> [Feature; 2] {
    let (count, mut rest) = (Feature::ALL.len() as u64, number % PAIRS);
    for first in 0..count {
        let row = count - 1 - first;
        if rest < row {
            return [Feature::ALL[first as usize], Feature::ALL[(first + 1 + rest) as usize]];
        }
        rest -= row;
    }
    unreachable!("the number is below the number of pairs")
}

/// The number of the pair of the world number `n`. Neighbours in the list come far apart, so that a short run sees all kinds of pairs.
pub(crate) fn pair_of(n: u64) -> u64 {
    n.wrapping_mul(7_919) % PAIRS
}

/// The features of a world: a forced pair, the bits of `extra`, and what these need.
pub(crate) fn features_of([a, b]: [Feature; 2], extra: u64) -> Set {
    let all = (1 << Feature::ALL.len()) - 1;
    Set(extra & all).with(a).with(b).completed()
}

#[test]
fn each_pair_is_forced_once_in_a_round() {
    let mut seen = std::collections::BTreeSet::new();
    for n in 0..PAIRS {
        let [a, b] = pair(pair_of(n));
        assert!(a < b);
        seen.insert([a, b]);
    }
    assert_eq!(seen.len() as u64, PAIRS);
    assert!(Feature::ALL.len() < 64);
}
