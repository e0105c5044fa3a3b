//! Faults of the collision shapes of tiles.

use super::level::{Level, Part, replace};
use super::{Expected, Kind};
use crate::rng::Rng;

#[rustfmt::skip]
pub(super) const KINDS: &[Kind] = &[
    Kind { name: "a tile's shape shifted by 1 px", damage: shifted, followers: &[] },
    Kind { name: "a slope ends below the floor beside it", damage: low_slope, followers: &[] },
    Kind { name: "a solid tile's shape too narrow", damage: narrow, followers: &[] },
    Kind { name: "the last shape of a tile deleted", damage: emptied, followers: &[(65, "the tile is soft among solid ones")] },
    Kind { name: "a polygon that crosses itself", damage: crossed, followers: &[] },
    Kind { name: "a stray click in a tile's shapes", damage: tiny, followers: &[] },
];

/// Edits the tileset of a random level: replaces a text, and expects a finding at the line.
fn edit(level: &mut Level, check: u16, (line, from): (&str, &str), to: &str) -> Option<Expected> {
    level.plan.as_ref()?;
    let file = level.beside("tiles.tsx");
    let lines = level.files.get_mut(&file)?;
    let at = lines.iter().position(|text| text.contains(line))?;
    replace(&mut lines[at], from, to)?;
    Some(Expected { file, line: Some(at + 1), ..Expected::at(check, level, 0) })
}

const SOLID: &str = "<object id=\"1\" x=\"0\" y=\"0\" width=\"16\" height=\"16\"/>";
const SLOPE: &str = "0,0 16,-16 16,0";
const HALF: &str = "<object id=\"1\" x=\"0\" y=\"8\" width=\"16\" height=\"8\"/>";

fn shifted(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.as_ref()?;
    let choices = [(SOLID, true), (HALF, plan.column(Part::Ledge).is_some())];
    let (line, is_used) = rng.pick(&choices);
    let (from, to) = if line == HALF {
        rng.pick(&[("x=\"0\"", "x=\"1\""), ("x=\"0\"", "x=\"-1\""), ("y=\"8\"", "y=\"9\"")])
    } else {
        let all = [
            ("x=\"0\"", "x=\"1\""),
            ("x=\"0\"", "x=\"-1\""),
            ("y=\"0\"", "y=\"1\""),
            ("y=\"0\"", "y=\"-1\""),
        ];
        rng.pick(&all)
    };
    if is_used { edit(level, 21, (line, from), to) } else { None }
}

fn low_slope(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    level.plan.as_ref()?.column(Part::Hill)?;
    let low = format!("0,0 16,-15.{} 16,0", rng.range(2, 9));
    let expected = edit(level, 22, (SLOPE, SLOPE), &low)?;
    // The shape's object is the line above its polygon.
    Some(Expected { line: expected.line.map(|line| line - 1), ..expected })
}

fn narrow(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    edit(level, 23, (SOLID, "width=\"16\""), &format!("width=\"15.{}\"", rng.range(2, 9)))
}

fn emptied(level: &mut Level, _: &mut Rng) -> Option<Expected> {
    level.plan.as_ref()?;
    let file = level.beside("tiles.tsx");
    let lines = level.files.get_mut(&file)?;
    let at = lines.iter().position(|text| text.contains(HALF))?;
    lines.remove(at);
    Some(Expected { file, line: Some(at), ..Expected::at(25, level, 0) })
}

fn crossed(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    level.plan.as_ref()?.column(Part::Hill)?;
    let to = rng.pick(&["0,0 16,-16 0,-16 16,0", "0,0 12,-12 4,-14 12,-2 6,-12"]);
    let expected = edit(level, 24, (SLOPE, SLOPE), to)?;
    Some(Expected { line: expected.line.map(|line| line - 1), ..expected })
}

fn tiny(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    level.plan.as_ref()?.column(Part::Ledge)?;
    let file = level.beside("tiles.tsx");
    let lines = level.files.get_mut(&file)?;
    let at = lines.iter().position(|text| text.contains(HALF))?;
    let (x, thin) = (rng.range(2, 9), rng.range(1, 9));
    lines.insert(at + 1, format!("   <object id=\"2\" x=\"{x}\" y=\"10\" width=\"0.{thin}\" height=\"4\"/>"));
    Some(Expected { file, line: Some(at + 2), ..Expected::at(28, level, 0) })
}
