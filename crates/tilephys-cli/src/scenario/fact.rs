//! The facts about bodies and movers that a file may expect: one row each.
//!
//! A row says how a fact is written, what has it, which steps have it as a result, and how it is seen. Reading, judging and the
//! comparison of variants follow from the rows.

use super::look::{EventName, Look, Side};
use super::value::Value;
use tilephys::core::Direction;

/// Fact about a body or mover.
pub(crate) struct Fact {
    /// Name in messages and, without a space, the key in a file.
    pub(crate) name: &'static str,
    /// Key of the table or pair that gives it with its neighbours; empty for none.
    pub(crate) group: &'static str,
    pub(crate) form: Form,
    pub(crate) of: Of,
    pub(crate) told: Told,
    pub(crate) over: Over,
    pub(crate) needs: Needs,
    pub(crate) see: fn(&Look) -> Value,
}

/// Form of the value in a file.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// Coordinate or translation on one axis, in px.
    Px,
    /// Velocity on one axis, in px/s.
    Speed,
    Flag,
    Count,
    Normal,
    Size,
    Sides,
    /// Body or mover by name; empty for none.
    Thing,
    Sensors,
    Cells,
    Jumps,
    Hits,
    BodyHits,
    Squishes,
    Senses,
    /// Position after each repeat.
    Path,
    /// Distance from another body or mover.
    Offset,
}

/// What has the fact.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Of {
    Body,
    Mover,
    Both,
}

/// Steps that have the fact as a result.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Told {
    /// Every step.
    Any,
    /// `move`
    Move,
    /// `move` and `ticks`
    Motion,
    /// `ticks`
    Ticks,
    /// `resize` and `drop_through`
    Asked,
}

/// Value after several repeats.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Over {
    /// The value after the last one.
    Last,
    /// The last value that there is.
    Found,
    /// The sum, or all lists one after the other.
    All,
}

/// What the fact needs in the file.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Needs {
    Nothing,
    /// A body with `feel`.
    Feel,
    /// A body with `report_tiles`.
    Tiles,
    /// A region, or a body with `sensor`.
    Sensors,
    /// A body with `hurt_box`.
    HurtBox,
}

/// All facts, in the order in which they are judged.
pub(crate) static FACTS: &[Fact] = &[
    both("x", Form::Px, |look| Value::Px(look.position.x)).axis_of("at"),
    both("y", Form::Px, |look| Value::Px(look.position.y)).axis_of("at"),
    both("vx", Form::Speed, |look| Value::Speed(look.velocity.x)).axis_of("velocity"),
    both("vy", Form::Speed, |look| Value::Speed(look.velocity.y)).axis_of("velocity"),
    body("rest x", Form::Speed, |look| Value::Speed(look.rest.x)),
    body("rest y", Form::Speed, |look| Value::Speed(look.rest.y)),
    body("pushed x", Form::Px, |look| Value::Px(look.pushed.x)).axis_of("pushed").told(Told::Move),
    body("pushed y", Form::Px, |look| Value::Px(look.pushed.y)).axis_of("pushed").told(Told::Move),
    body("corrected x", Form::Px, |look| Value::Px(look.corrected.x)).axis_of("corrected").told(Told::Motion),
    body("corrected y", Form::Px, |look| Value::Px(look.corrected.y)).axis_of("corrected").told(Told::Motion),
    mover("moved x", Form::Px, |look| Value::Px(look.moved.x)).axis_of("moved").told(Told::Ticks),
    mover("moved y", Form::Px, |look| Value::Px(look.moved.y)).axis_of("moved").told(Told::Ticks),
    both("size", Form::Size, |look| Value::Size(look.size)),
    body("on_floor", Form::Flag, |look| Value::Flag(Some(look.on_floor))),
    body("on_wall", Form::Flag, |look| Value::Flag(Some(look.on_wall))),
    body("on_ceiling", Form::Flag, |look| Value::Flag(Some(look.on_ceiling))),
    body("stuck", Form::Flag, |look| Value::Flag(Some(look.stuck))),
    body("done", Form::Flag, |look| Value::Flag(look.done)).told(Told::Asked).over(Over::Found),
    both("still", Form::Flag, |look| Value::Flag(Some(look.still))),
    body("floor_one_way", Form::Flag, |look| Value::Flag(Some(look.floor_one_way))),
    both("gone", Form::Flag, |look| Value::Flag(Some(look.gone))),
    body("dashing", Form::Flag, |look| Value::Flag(Some(look.dashing))).told(Told::Ticks).needs(Needs::Feel),
    body("wall_sliding", Form::Flag, |look| Value::Flag(Some(look.wall_sliding)))
        .told(Told::Ticks)
        .needs(Needs::Feel),
    body("floor_normal", Form::Normal, |look| surface(look, Side::Floor)),
    body("wall_normal", Form::Normal, |look| surface(look, Side::Wall)),
    body("ceiling_normal", Form::Normal, |look| surface(look, Side::Ceiling)),
    body("touches", Form::Sides, |look| Value::Sides(look.touches)),
    body("hits", Form::Hits, |look| Value::Hits(look.hits.clone())).told(Told::Motion).over(Over::All),
    body("hit_count", Form::Count, |look| Value::Count(look.hits.len())).told(Told::Motion).over(Over::All),
    body("x_hits", Form::Count, |look| hits_on(look, 0)).told(Told::Motion).over(Over::All),
    body("y_hits", Form::Count, |look| hits_on(look, 1)).told(Told::Motion).over(Over::All),
    body("body_hits", Form::BodyHits, |look| Value::BodyHits(look.body_hits.clone()))
        .told(Told::Ticks)
        .over(Over::All),
    body("body_hit_count", Form::Count, |look| Value::Count(look.body_hits.len()))
        .told(Told::Ticks)
        .over(Over::All),
    event("floor_begin", |look| count(look, EventName::FloorBegin)),
    event("floor_end", |look| count(look, EventName::FloorEnd)),
    event("corner_corrected", |look| count(look, EventName::CornerCorrected)),
    event("overlapped", |look| count(look, EventName::Overlapped)).told(Told::Ticks),
    event("rejected", |look| count(look, EventName::Rejected)),
    event("squish_begin", |look| count(look, EventName::SquishBegin)).told(Told::Ticks),
    event("squish_end", |look| count(look, EventName::SquishEnd)).told(Told::Ticks),
    body("floor_cells", Form::Cells, |look| Value::Cells(look.new_floor.clone())).over(Over::All),
    both("offset", Form::Offset, |_| Value::Nothing),
    body("lift x", Form::Speed, |look| Value::Speed(look.lift.x)).axis_of("lift").told(Told::Ticks),
    body("lift y", Form::Speed, |look| Value::Speed(look.lift.y)).axis_of("lift").told(Told::Ticks),
    body("senses", Form::Senses, |look| Value::Senses(look.senses.clone()))
        .told(Told::Ticks)
        .over(Over::All)
        .needs(Needs::Sensors),
    body("inside", Form::Sensors, |look| Value::Sensors(look.inside.clone()))
        .told(Told::Ticks)
        .needs(Needs::Sensors),
    body("tiles", Form::Cells, |look| Value::Cells(look.tiles.clone()))
        .told(Told::Ticks)
        .over(Over::All)
        .needs(Needs::Tiles),
    body("jumps", Form::Jumps, |look| Value::Jumps(look.jump.into_iter().collect()))
        .told(Told::Ticks)
        .over(Over::All)
        .needs(Needs::Feel),
    body("pushed_by", Form::Thing, |look| Value::Thing(look.pushed_by)).told(Told::Ticks),
    body("hurt_by", Form::Thing, |look| Value::Thing(look.hurt_by))
        .told(Told::Ticks)
        .over(Over::Found)
        .needs(Needs::HurtBox),
    body("squish_begins", Form::Squishes, |look| Value::Squishes(look.squish_begins.clone()))
        .told(Told::Ticks)
        .over(Over::All),
    body("squishes", Form::Squishes, |look| Value::Squishes(look.squishes.clone())).told(Told::Ticks),
    both("path", Form::Path, |_| Value::Nothing),
];

const fn body(name: &'static str, form: Form, see: fn(&Look) -> Value) -> Fact {
    let needs = Needs::Nothing;
    Fact { name, group: "", form, of: Of::Body, told: Told::Any, over: Over::Last, needs, see }
}

const fn mover(name: &'static str, form: Form, see: fn(&Look) -> Value) -> Fact {
    Fact { of: Of::Mover, ..body(name, form, see) }
}

const fn both(name: &'static str, form: Form, see: fn(&Look) -> Value) -> Fact {
    Fact { of: Of::Both, ..body(name, form, see) }
}

/// A count in the table `events`.
const fn event(name: &'static str, see: fn(&Look) -> Value) -> Fact {
    let fact = body(name, Form::Count, see);
    Fact { group: EVENTS, told: Told::Motion, over: Over::All, ..fact }
}

/// Key of the table of events.
pub(crate) const EVENTS: &str = "events";

fn surface(look: &Look, side: Side) -> Value {
    Value::Surface(look.surfaces[side as usize])
}

fn hits_on(look: &Look, axis: usize) -> Value {
    Value::Count(look.hits.iter().filter(|hit| hit.face.axis() == axis).count())
}

fn count(look: &Look, event: EventName) -> Value {
    Value::Count(look.events[event as usize] as usize)
}

impl Fact {
    const fn axis_of(self, group: &'static str) -> Fact {
        Fact { group, ..self }
    }

    const fn told(self, told: Told) -> Fact {
        Fact { told, ..self }
    }

    const fn over(self, over: Over) -> Fact {
        Fact { over, ..self }
    }

    const fn needs(self, needs: Needs) -> Fact {
        Fact { needs, ..self }
    }

    /// The fact, or the neighbours, that a key of a table of expectations gives.
    pub(crate) fn of_key(key: &str) -> Option<&'static [Fact]> {
        let is_meant =
            |fact: &Fact| fact.name == key && fact.is_key() || fact.group == key && !key.is_empty();
        let first = FACTS.iter().position(is_meant)?;
        let count = FACTS[first..].iter().take_while(|fact| is_meant(fact)).count();
        Some(&FACTS[first..first + count])
    }

    /// True if a table of expectations may name it by itself.
    pub(crate) fn is_key(&self) -> bool {
        self.group != EVENTS && !self.name.contains(' ')
    }

    /// Its key in a file.
    pub(crate) fn key(&self) -> &'static str {
        if self.is_key() || self.group == EVENTS { self.name } else { self.group }
    }

    /// All keys of a table of expectations that are facts of these, in order.
    pub(crate) fn keys(is_meant: impl Fn(&Fact) -> bool) -> Vec<&'static str> {
        let mut keys: Vec<&str> = Vec::new();
        for fact in FACTS.iter().filter(|fact| is_meant(fact)) {
            let own = fact.is_key().then_some(fact.name);
            for key in [fact.group].into_iter().chain(own) {
                if !key.is_empty() && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }

    /// Its value over the repeats of a step.
    pub(crate) fn over_repeats(&self, repeats: &[&Look]) -> Value {
        let mut values = repeats.iter().map(|look| (self.see)(look));
        match self.over {
            Over::Last => values.next_back().unwrap_or(Value::Nothing),
            Over::Found => {
                let is_empty = |value: &Value| matches!(value, Value::Flag(None) | Value::Thing(None));
                let last = values.clone().next_back().unwrap_or(Value::Nothing);
                values.rev().find(|value| !is_empty(value)).unwrap_or(last)
            }
            Over::All => values.reduce(Value::followed_by).unwrap_or(Value::Nothing),
        }
    }
}

impl Form {
    /// True if a tolerance applies to it.
    pub(crate) fn is_measured(self) -> bool {
        matches!(
            self,
            Form::Px
                | Form::Speed
                | Form::Hits
                | Form::BodyHits
                | Form::Squishes
                | Form::Senses
                | Form::Path
                | Form::Offset
        )
    }
}

impl Told {
    /// Such steps, for messages.
    pub(crate) fn names(self) -> &'static str {
        match self {
            Told::Any => "a step",
            Told::Move => "a `move`",
            Told::Motion => "a `move` or `ticks`",
            Told::Ticks => "`ticks`",
            Told::Asked => "a `resize` or a `drop_through`",
        }
    }
}

/// The sides in a set, for reading.
pub(crate) fn sides(has: &[bool; 4]) -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().zip(has).filter(|(_, has)| **has).map(|(side, _)| side)
}
