//! `scenes/`: parks for the scenes of the testbed, each with all that its engine feature has to show.

use crate::course;
use crate::level::Design;
use crate::shaped::Shaped;
use crate::text::{CLOSED, GRAVITY};
use crate::tiled::Map;
use crate::works::Shuttle;

struct Park {
    file: &'static str,
    plan: &'static str,
    lifts: &'static [Shuttle],
    crushers: &'static [Shuttle],
}

const PARKS: [Park; 4] = [
    Park { file: "slope_park.tmx", plan: include_str!("scenes/slope_park.txt"), lifts: &[], crushers: &[] },
    Park {
        file: "one_way_park.tmx",
        plan: include_str!("scenes/one_way_park.txt"),
        lifts: &[],
        crushers: &[],
    },
    Park {
        file: "lift_park.tmx",
        plan: include_str!("scenes/lift_park.txt"),
        lifts: &[
            lift("wall lift", (192, 288), (0, -160), "56"),
            lift("high ferry", (288, 128), (336, 0), "64"),
            lift("pit lift", (384, 352), (0, -64), "32"),
            lift("low ferry", (432, 288), (224, 0), "48"),
            lift("block lift", (784, 288), (0, -128), "96"),
            lift("slanted ferry", (864, 288), (128, -64), "80"),
            lift("last lift", (1040, 288), (0, -192), "160"),
        ],
        crushers: &[],
    },
    Park {
        file: "crushers.tmx",
        plan: include_str!("scenes/crushers.txt"),
        lifts: &[],
        crushers: &[
            crusher("slow crusher", (128, 96), 128, "60"),
            crusher("second crusher", (224, 96), 128, "120"),
            crusher("third crusher", (320, 96), 128, "240"),
            crusher("low crusher", (464, 208), 16, "24"),
            crusher("fifth crusher", (608, 96), 128, "480"),
            crusher("sixth crusher", (704, 96), 128, "960"),
            crusher("fast crusher", (800, 96), 128, "1920"),
        ],
    },
];

const fn lift(name: &'static str, at: (i32, i32), way: (i32, i32), speed: &'static str) -> Shuttle {
    Shuttle { name, at, way, speed, wait: "0.5" }
}

/// It falls by so many pixels.
const fn crusher(name: &'static str, at: (i32, i32), fall: i32, speed: &'static str) -> Shuttle {
    Shuttle { name, at, way: (0, fall), speed, wait: "0.8" }
}

/// The parks by the names of their files. Their slopes are added to `shaped`.
pub(crate) fn maps(shaped: &mut Shaped) -> Vec<(String, Map)> {
    let map = |park: &Park| {
        let design = Design {
            plan: park.plan,
            more: vec![course::sheet()],
            lifts: park.lifts,
            crushers: park.crushers,
            properties: vec![CLOSED, GRAVITY],
            ..Design::default()
        };
        (format!("scenes/{}", park.file), design.map(shaped))
    };
    PARKS.iter().map(map).collect()
}
