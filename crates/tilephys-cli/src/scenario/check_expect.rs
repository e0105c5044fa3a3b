//! Refuses expectations that cannot fail, that nothing in the step can meet, or that contradict each other.

use super::format::Step as StepKeys;
use super::format_expect::{EventKeys, Expect as Keys};
use super::model::{EventName, Expect, Side, Want};
use super::read_steps::Reader;
use crate::source::Problem;
use std::ops::Range;
use tilephys::core::Direction;
use toml::Spanned;

/// Steps with results of their own. Every step has the state of bodies and movers as a result.
#[derive(Clone, Copy, PartialEq)]
enum Teller {
    /// `move`
    Move,
    /// `move` and `ticks`
    Motion,
    /// `ticks`
    Ticks,
    /// `resize` and `drop_through`
    Asked,
}

impl Teller {
    /// True if the step is one of them.
    fn is(self, step: &StepKeys) -> bool {
        let (moves, ticks) = (step.by.is_some(), step.ticks.is_some());
        match self {
            Teller::Move => moves,
            Teller::Motion => moves || ticks,
            Teller::Ticks => ticks,
            Teller::Asked => {
                step.resize.is_some() || step.drop_through.as_ref().is_some_and(|drop| *drop.get_ref())
            }
        }
    }

    fn names(self) -> &'static str {
        match self {
            Teller::Move => "a `move`",
            Teller::Motion => "a `move` or `ticks`",
            Teller::Ticks => "`ticks`",
            Teller::Asked => "a `resize` or a `drop_through`",
        }
    }
}

fn span<T>(key: &Option<Spanned<T>>) -> Option<Range<usize>> {
    key.as_ref().map(Spanned::span)
}

/// Keys that only some steps have results for, with their spans.
fn told_by(keys: &Keys) -> [(&'static str, Option<Range<usize>>, Teller); 21] {
    [
        ("pushed", span(&keys.pushed), Teller::Move),
        ("corrected", span(&keys.corrected), Teller::Motion),
        ("hits", span(&keys.hits), Teller::Motion),
        ("hit_count", span(&keys.hit_count), Teller::Motion),
        ("x_hits", span(&keys.x_hits), Teller::Motion),
        ("y_hits", span(&keys.y_hits), Teller::Motion),
        ("events", span(&keys.events), Teller::Motion),
        ("body_hits", span(&keys.body_hits), Teller::Ticks),
        ("body_hit_count", span(&keys.body_hit_count), Teller::Ticks),
        ("squish_begins", span(&keys.squish_begins), Teller::Ticks),
        ("squishes", span(&keys.squishes), Teller::Ticks),
        ("senses", span(&keys.senses), Teller::Ticks),
        ("inside", span(&keys.inside), Teller::Ticks),
        ("tiles", span(&keys.tiles), Teller::Ticks),
        ("jumps", span(&keys.jumps), Teller::Ticks),
        ("lift", span(&keys.lift), Teller::Ticks),
        ("pushed_by", span(&keys.pushed_by), Teller::Ticks),
        ("dashing", span(&keys.dashing), Teller::Ticks),
        ("wall_sliding", span(&keys.wall_sliding), Teller::Ticks),
        ("moved", span(&keys.moved), Teller::Ticks),
        ("done", span(&keys.done), Teller::Asked),
    ]
}

impl Reader<'_> {
    /// Refuses an empty table, and keys that the step has no result for.
    pub(crate) fn check_told(&self, table: &Spanned<Keys>, step: &StepKeys) -> Result<(), Problem> {
        let keys = table.get_ref();
        for (name, span, teller) in told_by(keys) {
            let Some(span) = span.filter(|_| !teller.is(step)) else { continue };
            let message = format!("`{name}` needs {}, and this step has none", teller.names());
            let help = "ask for it in such a step, or remove it";
            return Err(self.source.problem(span, message).with_help(help));
        }
        if let Some(events) = &keys.events {
            self.check_events(events, step.ticks.is_some())?;
        }
        let twice = [
            (keys.at.is_some(), "at", [("x", span(&keys.x)), ("y", span(&keys.y))]),
            (keys.velocity.is_some(), "velocity", [("vx", span(&keys.vx)), ("vy", span(&keys.vy))]),
        ];
        for (is_given, both, single) in twice {
            let given = single.into_iter().find_map(|(name, span)| Some((name, span.filter(|_| is_given)?)));
            if let Some((name, span)) = given {
                let message = format!("`{both}` already gives `{name}`; remove one of them");
                return Err(self.source.problem(span, message));
            }
        }
        if let (Some(sides), true) = (&keys.touches, keys.touches.as_ref().is_some_and(has_twice)) {
            return Err(self.source.problem(sides.span(), "`touches` names a side twice; remove one"));
        }
        Ok(())
    }

    fn check_events(&self, events: &Spanned<EventKeys>, is_tick: bool) -> Result<(), Problem> {
        let keys = events.get_ref();
        let EventKeys { floor_begin, floor_end, corner_corrected, rejected, .. } = keys;
        let of_move = [floor_begin, floor_end, corner_corrected, rejected].into_iter().any(Option::is_some);
        let of_world = [
            ("overlapped", keys.overlapped),
            ("squish_begin", keys.squish_begin),
            ("squish_end", keys.squish_end),
        ];
        let world = of_world.iter().find(|(_, count)| count.is_some());
        match world {
            None if !of_move => {
                let help = "name one with its count, as in `events = { floor_begin = 1 }`";
                Err(self.source.problem(events.span(), "`events` names no event").with_help(help))
            }
            Some((name, _)) if !is_tick => {
                let message = format!("`{name}` needs `ticks`, and this step has none");
                let help = "a `move` reports `floor_begin`, `floor_end`, `corner_corrected` and `rejected`";
                Err(self.source.problem(events.span(), message).with_help(help))
            }
            _ => Ok(()),
        }
    }

    /// Refuses expectations that the file's own settings make impossible or idle.
    pub(crate) fn check_sense(&self, table: &Spanned<Keys>, expect: &Expect) -> Result<(), Problem> {
        let keys = table.get_ref();
        if expect.wants.is_empty() {
            let message = "this table has no expectations";
            let help = "give it keys such as `at = [x, y]`, or remove it";
            return Err(self.source.problem(table.span(), message).with_help(help));
        }
        if let (Some(within), false) = (&keys.within, expect.wants.iter().any(|(_, want)| is_measured(want)))
        {
            let message =
                "`within` is the tolerance of positions, velocities and fractions, and the table has none";
            return Err(self.source.problem(within.span(), message).with_help("remove it"));
        }
        if let Some(body) = self.bodies.get(expect.thing) {
            let feel = [
                ("jumps", span(&keys.jumps)),
                ("dashing", span(&keys.dashing)),
                ("wall_sliding", span(&keys.wall_sliding)),
            ];
            let asked = feel.into_iter().find_map(|(name, span)| Some((name, span?)));
            if let (None, Some((name, span))) = (&body.feel, asked) {
                let message = format!("`{name}` is only for characters, and `{}` has no `feel`", body.name);
                let help = "give the body `feel = \"celeste\"` or another preset, or remove it";
                return Err(self.source.problem(span, message).with_help(help));
            }
            if let (Some(tiles), false) = (&keys.tiles, body.profile.report_tiles) {
                let message = format!("`{}` does not report tiles, so `tiles` cannot fail", body.name);
                let help = "give the body `report_tiles = true`, or remove it";
                return Err(self.source.problem(tiles.span(), message).with_help(help));
            }
        }
        if self.regions.is_empty() && self.bodies.iter().all(|body| body.profile.sensor == 0) {
            let asked = span(&keys.senses).or(span(&keys.inside));
            if let Some(span) = asked {
                let message = "the file has no `[[region]]` and no body with `sensor`: nothing senses";
                return Err(self.source.problem(span, message).with_help("add one, or remove this"));
            }
        }
        if let Some(offset) = &keys.offset
            && expect
                .wants
                .iter()
                .any(|(_, want)| matches!(want, Want::Offset(other, ..) if *other == expect.thing))
        {
            let message = format!("`{}` is always where it is itself", offset.get_ref().from.get_ref());
            let help = "`offset` is about another body or mover";
            return Err(self.source.problem(offset.get_ref().from.span(), message).with_help(help));
        }
        Ok(())
    }

    /// Refuses tables of one step that contradict each other.
    pub(crate) fn check_agree(
        &self,
        each: Option<&Expect>,
        last: &[Expect],
        repeats: u32,
    ) -> Result<(), Problem> {
        let mut known: Vec<Asked> = Vec::new();
        for (expect, is_each) in
            each.into_iter().map(|each| (each, true)).chain(last.iter().map(|e| (e, false)))
        {
            let up = self.bodies.get(expect.thing).map(|body| body.profile.movement.up);
            for ((line, want), span) in expect.wants.iter().zip(&expect.spans) {
                if let Want::Path(path) = want
                    && path.len() != repeats as usize
                {
                    let places = path.len();
                    let message = format!("`path` needs {repeats} places, not {places}");
                    let help = "it has one place for each repeat of the step";
                    return Err(self.source.problem(span.clone(), message).with_help(help));
                }
                let asked = Asked { expect, is_each, want, line: *line, up };
                if let Some(other) = known.iter().find(|other| other.contradicts(&asked)) {
                    let name = self.name(expect.thing);
                    let (key, known, line) = (key_of(want), key_of(other.want), other.line);
                    let message = format!("`{key}` contradicts `{known}` of `{name}` in line {line}");
                    let help = "both are about one moment: remove the wrong one";
                    return Err(self.source.problem(span.clone(), message).with_help(help));
                }
                known.push(asked);
            }
        }
        Ok(())
    }

    pub(crate) fn name(&self, thing: usize) -> &str {
        let bodies = self.bodies.iter().map(|body| body.name.as_str());
        bodies.chain(self.movers.iter().map(|mover| mover.name.as_str())).nth(thing).unwrap_or_default()
    }
}

fn has_twice(sides: &Spanned<Vec<super::format_pairs::Side>>) -> bool {
    let sides: Vec<Direction> = sides.get_ref().iter().map(|&side| side.into()).collect();
    sides.iter().enumerate().any(|(place, side)| sides[..place].contains(side))
}

/// True for what a tolerance applies to.
fn is_measured(want: &Want) -> bool {
    matches!(
        want,
        Want::Position(..)
            | Want::Velocity(..)
            | Want::Pushed(..)
            | Want::Corrected(..)
            | Want::Hits(_)
            | Want::BodyHits(_)
            | Want::Path(_)
            | Want::Offset(..)
            | Want::Moved(..)
            | Want::Lift(..)
            | Want::SquishBegins(_)
            | Want::Squishes(_)
            | Want::Senses(_)
    )
}

/// Expectation, with its table.
struct Asked<'a> {
    expect: &'a Expect,
    is_each: bool,
    want: &'a Want,
    line: usize,
    /// Up direction of a body.
    up: Option<Direction>,
}

impl Asked<'_> {
    /// True if no run can meet both. `each` is about one repeat, so its counts and lists say nothing of all repeats.
    fn contradicts(&self, other: &Asked) -> bool {
        if self.expect.thing != other.expect.thing {
            return false;
        }
        let within = self.expect.within.unwrap_or(0.0) + other.expect.within.unwrap_or(0.0);
        let apart = |a: f64, b: f64| (a - b).abs() > within;
        let (a, b) = (self.want, other.want);
        let states = match (a, b) {
            (Want::Position(i, a), Want::Position(j, b)) => i == j && apart(*a, *b),
            (Want::Velocity(i, a), Want::Velocity(j, b)) | (Want::Lift(i, a), Want::Lift(j, b)) => {
                i == j && apart(*a, *b)
            }
            (Want::Moved(i, a), Want::Moved(j, b)) => i == j && apart(*a, *b),
            (Want::Offset(from, i, a), Want::Offset(of, j, b)) => from == of && i == j && apart(*a, *b),
            (Want::Path(path), Want::Position(i, goal)) | (Want::Position(i, goal), Want::Path(path)) => {
                path.last().is_some_and(|last| apart(last[*i], *goal))
            }
            (Want::Size(a), Want::Size(b)) => a != b,
            (Want::Touches(a), Want::Touches(b)) => a != b,
            (Want::PushedBy(a), Want::PushedBy(b)) => a != b,
            (Want::Inside(a), Want::Inside(b)) => a != b,
            (Want::Normal(side, a), Want::Normal(of, b)) => side == of && a != b,
            _ => self.flags_contradict(a, b) || self.flags_contradict(b, a),
        };
        states || self.is_each == other.is_each && (counts_contradict(a, b) || counts_contradict(b, a))
    }

    /// True if flags or what they stand for differ.
    fn flags_contradict(&self, a: &Want, b: &Want) -> bool {
        match (a, b) {
            (Want::OnFloor(a), Want::OnFloor(b))
            | (Want::OnWall(a), Want::OnWall(b))
            | (Want::OnCeiling(a), Want::OnCeiling(b))
            | (Want::Stuck(a), Want::Stuck(b))
            | (Want::FloorOneWay(a), Want::FloorOneWay(b))
            | (Want::Gone(a), Want::Gone(b))
            | (Want::Dashing(a), Want::Dashing(b))
            | (Want::WallSliding(a), Want::WallSliding(b)) => a != b,
            (Want::FloorOneWay(true) | Want::OnFloor(true), Want::Normal(Side::Floor, normal))
            | (Want::OnWall(true), Want::Normal(Side::Wall, normal))
            | (Want::OnCeiling(true), Want::Normal(Side::Ceiling, normal)) => *normal == glam::IVec2::ZERO,
            (Want::OnFloor(true), Want::Touches(sides)) => self.lacks(sides, Direction::opposite),
            (Want::OnCeiling(true), Want::Touches(sides)) => self.lacks(sides, |up| up),
            _ => false,
        }
    }

    /// True if the set has no side on which the flag can come about.
    fn lacks(&self, sides: &[bool; 4], side_of: impl Fn(Direction) -> Direction) -> bool {
        let Some(up) = self.up else { return false };
        let side = side_of(up);
        !Direction::ALL.into_iter().zip(sides).any(|(own, has)| own == side && *has)
    }
}

/// Key in a file for it, or the first of several.
fn key_of(want: &Want) -> &'static str {
    match want {
        Want::Position(axis, _) => ["x", "y"][*axis],
        Want::Velocity(axis, _) => ["vx", "vy"][*axis],
        Want::OnFloor(_) => "on_floor",
        Want::OnWall(_) => "on_wall",
        Want::OnCeiling(_) => "on_ceiling",
        Want::Touches(_) => "touches",
        Want::Stuck(_) => "stuck",
        Want::Pushed(..) => "pushed",
        Want::Corrected(..) => "corrected",
        Want::Size(_) => "size",
        Want::Done(_) => "done",
        Want::Still(_) => "still",
        Want::Normal(side, _) => side.key(),
        Want::FloorOneWay(_) => "floor_one_way",
        Want::Hits(_) => "hits",
        Want::HitCount(axis, _) => axis.map_or("hit_count", |axis| ["x_hits", "y_hits"][axis]),
        Want::BodyHits(_) => "body_hits",
        Want::BodyHitCount(_) => "body_hit_count",
        Want::Events(name, _) => name.key(),
        Want::FloorCells(_) => "floor_cells",
        Want::Path(_) => "path",
        Want::Offset(..) => "offset",
        Want::Moved(..) => "moved",
        Want::Gone(_) => "gone",
        Want::Lift(..) => "lift",
        Want::PushedBy(_) => "pushed_by",
        Want::SquishBegins(_) => "squish_begins",
        Want::Squishes(_) => "squishes",
        Want::Jumps(_) => "jumps",
        Want::Senses(_) => "senses",
        Want::Inside(_) => "inside",
        Want::Tiles(_) => "tiles",
        Want::Dashing(_) => "dashing",
        Want::WallSliding(_) => "wall_sliding",
    }
}

/// True if a list and a count, or two counts, differ.
fn counts_contradict(a: &Want, b: &Want) -> bool {
    match (a, b) {
        (Want::HitCount(i, a), Want::HitCount(j, b)) if i == j => a != b,
        (Want::HitCount(None, all), Want::HitCount(Some(_), some)) => some > all,
        (Want::Hits(hits), Want::HitCount(None, count)) => hits.len() != *count as usize,
        (Want::Hits(hits), Want::HitCount(Some(_), count)) => hits.len() < *count as usize,
        (Want::BodyHits(hits), Want::BodyHitCount(count)) => hits.len() != *count as usize,
        (Want::BodyHitCount(a), Want::BodyHitCount(b)) => a != b,
        (Want::Events(name, a), Want::Events(of, b)) => name == of && a != b,
        (Want::SquishBegins(list), Want::Events(EventName::SquishBegin, count)) => {
            list.len() != *count as usize
        }
        (Want::Pushed(i, a), Want::Pushed(j, b)) | (Want::Corrected(i, a), Want::Corrected(j, b)) => {
            i == j && a != b
        }
        (Want::Done(a), Want::Done(b)) | (Want::Still(a), Want::Still(b)) => a != b,
        (Want::FloorCells(a), Want::FloorCells(b)) | (Want::Tiles(a), Want::Tiles(b)) => a != b,
        (Want::Jumps(a), Want::Jumps(b)) => a != b,
        _ => false,
    }
}
