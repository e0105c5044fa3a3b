//! The facts about bodies and movers that a file may expect: one row each.
//!
//! A row says how a fact is written, what has it, which steps have it as a result, and how it is seen. Reading, judging and the
//! comparison of variants follow from the rows.

use super::look::{Look, SeenPassage, SeenSquish, Side};
use super::names::Names;
use super::number::{px, shown};
use super::value::{Part, Parts, Row, Value};
use super::vocabulary::word;
use super::words::{
    body_hit_parts, cell_parts, hit_parts, names_shown, normal_shown, of_one, sense_parts, sides_shown,
    squish_parts,
};

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
    see: fn(&Look, &Names) -> Value,
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
    both("x", Form::Px, |look, _| number(look.position.x)).axis_of("at"),
    both("y", Form::Px, |look, _| number(look.position.y)).axis_of("at"),
    both("vx", Form::Speed, |look, _| speed(look.velocity.x)).axis_of("velocity"),
    both("vy", Form::Speed, |look, _| speed(look.velocity.y)).axis_of("velocity"),
    body("rest x", Form::Speed, |look, _| speed(look.rest.x)),
    body("rest y", Form::Speed, |look, _| speed(look.rest.y)),
    body("pushed x", Form::Px, |look, _| number(look.pushed.x)).axis_of("pushed").told(Told::Move),
    body("pushed y", Form::Px, |look, _| number(look.pushed.y)).axis_of("pushed").told(Told::Move),
    body("corrected x", Form::Px, |look, _| number(look.corrected.x)).axis_of("corrected").told(Told::Motion),
    body("corrected y", Form::Px, |look, _| number(look.corrected.y)).axis_of("corrected").told(Told::Motion),
    mover("moved x", Form::Px, |look, _| number(look.moved.x)).axis_of("moved").told(Told::Ticks),
    mover("moved y", Form::Px, |look, _| number(look.moved.y)).axis_of("moved").told(Told::Ticks),
    both("size", Form::Size, |look, _| text(shown(look.size))),
    body("on_floor", Form::Flag, |look, _| flag(look.on_floor)),
    body("on_wall", Form::Flag, |look, _| flag(look.on_wall)),
    body("on_ceiling", Form::Flag, |look, _| flag(look.on_ceiling)),
    body("stuck", Form::Flag, |look, _| flag(look.stuck)),
    body("done", Form::Flag, |look, _| look.done.map_or_else(nothing, flag))
        .told(Told::Asked)
        .over(Over::Found),
    both("still", Form::Flag, |look, _| flag(look.still)),
    body("floor_one_way", Form::Flag, |look, _| flag(look.floor_one_way)),
    both("gone", Form::Flag, |look, _| flag(look.gone)),
    body("dashing", Form::Flag, |look, _| flag(look.dashing)).told(Told::Ticks).needs(Needs::Feel),
    body("wall_sliding", Form::Flag, |look, _| flag(look.wall_sliding)).told(Told::Ticks).needs(Needs::Feel),
    body("floor_normal", Form::Normal, |look, _| surface(look, Side::Floor)),
    body("wall_normal", Form::Normal, |look, _| surface(look, Side::Wall)),
    body("ceiling_normal", Form::Normal, |look, _| surface(look, Side::Ceiling)),
    body("touches", Form::Sides, |look, _| text(sides_shown(&look.touches))),
    body("hits", Form::Hits, |look, names| list(&look.hits, |hit| hit_parts(names, hit)))
        .told(Told::Motion)
        .over(Over::All),
    body("hit_count", Form::Count, |look, _| Value::Count(look.hits.len()))
        .told(Told::Motion)
        .over(Over::All),
    body("x_hits", Form::Count, |look, _| hits_on(look, 0)).told(Told::Motion).over(Over::All),
    body("y_hits", Form::Count, |look, _| hits_on(look, 1)).told(Told::Motion).over(Over::All),
    of_ticks("body_hits", Form::BodyHits, |look, names| {
        list(&look.body_hits, |hit| body_hit_parts(names, hit))
    }),
    of_ticks("body_hit_count", Form::Count, |look, _| Value::Count(look.body_hits.len())),
    event("floor_begin"),
    event("floor_end"),
    event("corner_corrected"),
    event("overlapped").told(Told::Ticks),
    event("rejected"),
    event("squish_begin").told(Told::Ticks),
    event("squish_end").told(Told::Ticks),
    body("floor_cells", Form::Cells, |look, _| list(&look.new_floor, |cell| cell_parts(*cell)))
        .over(Over::All),
    both("offset", Form::Offset, |_, _| Value::Nothing),
    body("lift x", Form::Speed, |look, _| speed(look.lift.x)).axis_of("lift").told(Told::Ticks),
    body("lift y", Form::Speed, |look, _| speed(look.lift.y)).axis_of("lift").told(Told::Ticks),
    of_ticks("senses", Form::Senses, |look, names| list(&look.senses, |seen| seen_parts(names, seen)))
        .needs(Needs::Sensors),
    body("inside", Form::Sensors, |look, names| {
        text(names_shown(look.inside.iter().map(|&at| &*names.sensors[at])))
    })
    .told(Told::Ticks)
    .needs(Needs::Sensors),
    of_ticks("tiles", Form::Cells, |look, _| list(&look.tiles, |cell| cell_parts(*cell))).needs(Needs::Tiles),
    of_ticks("jumps", Form::Jumps, |look, _| Value::Words(look.jump.into_iter().map(word).collect()))
        .needs(Needs::Feel),
    body("pushed_by", Form::Thing, |look, names| thing(look.pushed_by, names)).told(Told::Ticks),
    body("hurt_by", Form::Thing, |look, names| thing(look.hurt_by, names))
        .told(Told::Ticks)
        .over(Over::Found)
        .needs(Needs::HurtBox),
    of_ticks("squish_begins", Form::Squishes, |look, names| {
        list(&look.squish_begins, |squish| crushed_parts(names, squish))
    }),
    body("squishes", Form::Squishes, |look, names| {
        list(&look.squishes, |squish| crushed_parts(names, squish))
    })
    .told(Told::Ticks),
    both("path", Form::Path, |_, _| Value::Nothing),
];

const fn body(name: &'static str, form: Form, see: fn(&Look, &Names) -> Value) -> Fact {
    let needs = Needs::Nothing;
    Fact { name, group: "", form, of: Of::Body, told: Told::Any, over: Over::Last, needs, see }
}

const fn mover(name: &'static str, form: Form, see: fn(&Look, &Names) -> Value) -> Fact {
    Fact { of: Of::Mover, ..body(name, form, see) }
}

const fn both(name: &'static str, form: Form, see: fn(&Look, &Names) -> Value) -> Fact {
    Fact { of: Of::Both, ..body(name, form, see) }
}

/// Results of a body over all ticks of a step.
const fn of_ticks(name: &'static str, form: Form, see: fn(&Look, &Names) -> Value) -> Fact {
    Fact { told: Told::Ticks, over: Over::All, ..body(name, form, see) }
}

/// A count in the table `events`, which is seen by its name.
const fn event(name: &'static str) -> Fact {
    let fact = body(name, Form::Count, |_, _| Value::Nothing);
    Fact { group: EVENTS, told: Told::Motion, over: Over::All, ..fact }
}

/// Shown where nothing was asked for, or there is nothing.
pub(crate) const NOTHING: &str = "nothing";

/// Key of the table of events.
pub(crate) const EVENTS: &str = "events";

fn number(units: i32) -> Value {
    Value::One(Part::Number(px(units)))
}

fn speed(speed: f32) -> Value {
    Value::One(Part::Speed(speed.into()))
}

fn text(text: String) -> Value {
    Value::One(Part::Text(text))
}

fn flag(flag: bool) -> Value {
    text(flag.to_string())
}

fn nothing() -> Value {
    text(NOTHING.to_owned())
}

fn thing(thing: Option<usize>, names: &Names) -> Value {
    thing.map_or_else(nothing, |thing| text(names.things[thing].clone()))
}

fn list<T>(entries: &[T], parts: impl Fn(&T) -> Parts) -> Value {
    Value::List(entries.iter().map(parts).collect())
}

fn seen_parts(names: &Names, seen: &SeenPassage) -> Parts {
    sense_parts(seen.passage, &names.sensors[seen.sensor], Some(of_one(seen.fraction)))
}

fn crushed_parts(names: &Names, squish: &SeenSquish) -> Parts {
    squish_parts(&names.things[squish.by], squish.direction, Part::Number(px(squish.depth)))
}

fn surface(look: &Look, side: Side) -> Value {
    text(normal_shown(look.surfaces[side as usize].map(|surface| surface.normal)))
}

fn hits_on(look: &Look, axis: usize) -> Value {
    Value::Count(look.hits.iter().filter(|hit| hit.face.axis() == axis).count())
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

    /// Rows of the list of the fact: the number of its entries if it has one, and the parts of each, with the line of the entry.
    pub(crate) fn rows(&self, line: usize, list: impl IntoIterator<Item = (usize, Parts)>) -> Vec<Row> {
        let name = match self.form {
            Form::Hits => "hit",
            Form::BodyHits => "body hit",
            Form::Cells => "floor cell",
            Form::Senses => "sense",
            Form::Squishes if self.name == "squish_begins" => "squish that begins",
            Form::Squishes => "squish",
            _ => self.name,
        };
        let mut rows = Vec::new();
        let mut number = 0;
        for (line, parts) in list {
            number += 1;
            rows.extend(parts.into_iter().map(|(of, part)| {
                let what = format!("{name} {number} {of}").trim_end().to_owned();
                Row { line, what, number, part }
            }));
        }
        let what = match self.form {
            Form::Hits | Form::BodyHits | Form::Cells => format!("number of {name}s"),
            Form::Path => "length of the path".to_owned(),
            _ => return rows,
        };
        rows.insert(0, Row { line, what, number: 0, part: Part::Text(number.to_string()) });
        rows
    }

    /// Rows of a value of the fact, named like the rows of expectations.
    pub(crate) fn rows_of(&self, value: Value) -> Vec<Row> {
        let part = match value {
            Value::One(part) => part,
            Value::Count(count) => Part::Text(count.to_string()),
            Value::Words(words) => Part::Text(names_shown(words.into_iter())),
            Value::List(list) => return self.rows(0, list.into_iter().map(|parts| (0, parts))),
            Value::Nothing => return Vec::new(),
        };
        vec![Row { line: 0, what: self.name.to_owned(), number: 0, part }]
    }

    /// Its value after a repeat.
    pub(crate) fn seen(&self, look: &Look, names: &Names) -> Value {
        match self.group {
            EVENTS => Value::Count(look.events.get(self.name).copied().unwrap_or(0)),
            _ => (self.see)(look, names),
        }
    }

    /// Its value over the repeats of a step.
    pub(crate) fn over_repeats(&self, repeats: &[&Look], names: &Names) -> Value {
        let mut values = repeats.iter().map(|look| self.seen(look, names));
        match self.over {
            Over::Last => values.next_back().unwrap_or(Value::Nothing),
            Over::Found => {
                let is_empty =
                    |value: &Value| matches!(value, Value::One(Part::Text(text)) if text == NOTHING);
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
