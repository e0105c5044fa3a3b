//! What a file expects of a fact, and what a run shows of it: rows of the same names.

/// A part of a fact by its name, as expected in a line of the file, or as seen.
pub(crate) struct Row {
    /// 0 if it is seen.
    pub(crate) line: usize,
    pub(crate) what: String,
    /// Number of the entry in its list, from 1 on; 0 if it is of none.
    pub(crate) number: usize,
    pub(crate) part: Part,
}

/// Value of a row, as expected or as seen.
pub(crate) enum Part {
    /// Number of pixels: an exact multiple of 1/256, unless compared with a tolerance.
    Number(f64),
    /// Velocity of an axis, in px/s. A velocity that is seen is an `f32`.
    Speed(f64),
    /// Part of the step until an event.
    Fraction(f64),
    Text(String),
    /// An entry of a list in words: seen without being expected, it is a difference.
    Entry(String),
    /// An entry of a list that is expected by its details, if by any.
    SomeEntry,
    /// A detail of an entry, which its words have too.
    Detail(String),
}

/// Parts of an entry of a list, by their names; the entry itself has none.
pub(crate) type Parts = Vec<(&'static str, Part)>;

impl Part {
    /// In words, as it is seen.
    pub(crate) fn shown(&self) -> String {
        match self {
            Part::Number(number) | Part::Fraction(number) => number.to_string(),
            Part::Speed(speed) => (*speed as f32).to_string(),
            Part::Text(text) | Part::Entry(text) | Part::Detail(text) => text.clone(),
            Part::SomeEntry => String::new(),
        }
    }
}

/// Value of a fact that is seen.
pub(crate) enum Value {
    One(Part),
    Count(usize),
    Words(Vec<&'static str>),
    List(Vec<Parts>),
    /// It is no result of one body at one time.
    Nothing,
}

impl Value {
    /// The value over this repeat and the next: counts are added, lists go on.
    pub(crate) fn followed_by(self, next: Value) -> Value {
        match (self, next) {
            (Value::Count(a), Value::Count(b)) => Value::Count(a + b),
            (Value::Words(a), Value::Words(b)) => Value::Words(a.into_iter().chain(b).collect()),
            (Value::List(a), Value::List(b)) => Value::List(a.into_iter().chain(b).collect()),
            (_, next) => next,
        }
    }
}
