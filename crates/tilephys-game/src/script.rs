//! Keys by tick as text, for runs that are written by hand.

use std::fmt;
use tilephys_ecs::Input;

/// Keys of the hero that are down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Runs left.
    pub left: bool,
    /// Runs right.
    pub right: bool,
    /// Climbs up, and looks up.
    pub up: bool,
    /// Climbs down, crouches, and drops through planks with jump.
    pub down: bool,
    /// Jumps.
    pub jump: bool,
    /// Dashes.
    pub dash: bool,
    /// Holds on to walls.
    pub grab: bool,
}

impl Keys {
    /// The names of the keys in scripts.
    pub const NAMES: [&'static str; 7] = ["left", "right", "up", "down", "jump", "dash", "grab"];

    /// The key with one of the [`NAMES`](Self::NAMES); `None` for another name.
    pub fn key(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "left" => &mut self.left,
            "right" => &mut self.right,
            "up" => &mut self.up,
            "down" => &mut self.down,
            "jump" => &mut self.jump,
            "dash" => &mut self.dash,
            "grab" => &mut self.grab,
            _ => return None,
        })
    }

    /// The keys of an input of the controller.
    #[must_use]
    pub fn of(input: &Input) -> Keys {
        Keys {
            left: input.along < 0.0,
            right: input.along > 0.0,
            up: input.upward > 0.0,
            down: input.upward < 0.0,
            jump: input.jump.held,
            dash: input.dash.held,
            grab: input.grab,
        }
    }

    /// The keys that are down in either.
    #[must_use]
    pub fn or(self, other: Keys) -> Keys {
        Keys {
            left: self.left || other.left,
            right: self.right || other.right,
            up: self.up || other.up,
            down: self.down || other.down,
            jump: self.jump || other.jump,
            dash: self.dash || other.dash,
            grab: self.grab || other.grab,
        }
    }

    /// The input of the controller with these keys, after the input before it.
    #[must_use]
    pub fn input(self, before: Input) -> Input {
        let axis = |less: bool, more: bool| f32::from(i8::from(more) - i8::from(less));
        Input {
            along: axis(self.left, self.right),
            upward: axis(self.down, self.up),
            jump: before.jump.next(self.jump),
            dash: before.dash.next(self.dash),
            grab: self.grab,
        }
    }
}

/// Keys by tick: lines of a number of ticks and the keys that are down for so long. `#` begins a comment.
///
/// ```
/// use tilephys_game::{Keys, Script};
///
/// let script = Script::parse("10\n2 right jump # over the spikes").unwrap();
/// assert_eq!(script.keys().count(), 12);
/// assert_eq!(script.keys().last(), Some(Keys { right: true, jump: true, ..Keys::default() }));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script(Vec<(u32, Keys)>);

/// The reason why a text is no script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// Number of the line, from 1 on.
    pub line: usize,
    /// Fault and expectation.
    pub message: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ScriptError {}

/// Most ticks of a line: ten minutes.
const MAX_TICKS: u32 = 36_000;

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// If a line does not begin with a number of ticks, or names an unknown key.
    pub fn parse(text: &str) -> Result<Script, ScriptError> {
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let fault = |message: String| ScriptError { line: index + 1, message };
            let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
            let Some(number) = words.next() else { continue };
            let ticks = number.parse().ok().filter(|ticks| (1..=MAX_TICKS).contains(ticks));
            let ticks = ticks.ok_or_else(|| {
                fault(format!(
                    "{number:?} is not a number of ticks from 1 to {MAX_TICKS}; a line is `12 right jump`"
                ))
            })?;
            let mut keys = Keys::default();
            for word in words {
                let unknown = || fault(format!("unknown key {word:?}; keys are {}", Keys::NAMES.join(", ")));
                *keys.key(word).ok_or_else(unknown)? = true;
            }
            lines.push((ticks, keys));
        }
        Ok(Script(lines))
    }

    /// The lines of a script with the keys of these inputs.
    ///
    /// ```
    /// use tilephys_ecs::Input;
    /// use tilephys_game::Script;
    ///
    /// let run = Input { along: 1.0, ..Input::default() };
    /// assert_eq!(Script::lines_of(&[Input::default(), run, run]), ["1", "2 right"]);
    /// ```
    #[must_use]
    pub fn lines_of(inputs: &[Input]) -> Vec<String> {
        let stretches = inputs.chunk_by(|a, b| Keys::of(a) == Keys::of(b));
        let line = |stretch: &[Input]| {
            let mut keys = Keys::of(&stretch[0]);
            let is_down = |name: &&str| keys.key(name).is_some_and(|key| *key);
            let names = Keys::NAMES.into_iter().filter(is_down);
            names.fold(stretch.len().to_string(), |line, name| line + " " + name)
        };
        stretches.map(line).collect()
    }

    /// The keys of each tick.
    pub fn keys(&self) -> impl Iterator<Item = Keys> + '_ {
        self.0.iter().flat_map(|(ticks, keys)| (0..*ticks).map(|_| *keys))
    }

    /// The keys of a tick, from 0 on; none after the end.
    #[must_use]
    pub fn at(&self, tick: u32) -> Option<Keys> {
        let mut end = 0;
        self.0.iter().find_map(|(ticks, keys)| {
            end += ticks;
            (tick < end).then_some(*keys)
        })
    }
}
