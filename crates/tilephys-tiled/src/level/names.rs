//! Names that are nearly ours. A misspelt one is left out without a word otherwise, and the level is quietly wrong.

use crate::error::{Place, Position, Warning, WarningKind, shortened};
use crate::level::properties::{Properties, Property, PropertyOrigin, PropertyValue};
use crate::types::class_names;
use crate::xml::Element;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use strsim::levenshtein;

/// The class of the objects where the player may start.
pub(crate) const SPAWN: &str = "TpSpawn";

/// The class of solids that move.
pub(crate) const MOVER: &str = "TpMover";

/// The class of what a character takes: coins, keys.
pub(crate) const COLLECTIBLE: &str = "TpCollectible";

/// The class of what costs a character its life: spikes, lava.
pub(crate) const KILL_ZONE: &str = "TpKillZone";

/// The class of what is solid and stays.
const COLLIDER: &str = "TpCollider";

/// Whether a class of ours is that of places, which are no solids: a coin may show a tile that is solid elsewhere.
pub(crate) fn is_mark(class: &str) -> bool {
    class.starts_with("Tp") && ![MOVER, COLLIDER].contains(&class)
}

/// The class of where a level is done.
pub(crate) const GOAL: &str = "TpGoal";

/// The class of where a character starts again.
pub(crate) const CHECKPOINT: &str = "TpCheckpoint";

/// The class of what a character does something by coming to.
pub(crate) const TRIGGER: &str = "TpTrigger";

/// The class of ways to elsewhere.
pub(crate) const DOOR: &str = "TpDoor";

/// The class of what is no business of ours.
pub(crate) const IGNORE: &str = "TpIgnore";

/// The class of a map that says how it is played.
pub(crate) const LEVEL: &str = "TpLevel";

/// What other games call that class, as [`plain`] words.
const SPAWNS: [&str; 5] = ["spawn", "spawnpoint", "playerspawn", "playerspawnpoint", "playerstart"];

/// A property that is looked for, and what is taken for it.
struct Known {
    name: &'static str,
    /// So many letters may differ.
    edits: usize,
    /// The class of the elements that have it; empty for all.
    class: &'static str,
    /// What a value may be. Of another type, the property is rather another game's.
    fits: fn(&PropertyValue) -> bool,
}

/// The names that other tools gave are common words, so only another spelling is taken for them: a "collider" or "sold" is
/// the game's own. So is "surface", in any spelling, and "slope".
const PROPERTIES: [Known; 20] = [
    Known { name: "collision", edits: 2, class: "", fits: |_| true },
    Known { name: "tp_collision", edits: 2, class: "", fits: |_| true },
    Known { name: "tp_conventions", edits: 2, class: "", fits: |_| true },
    Known { name: "category", edits: 2, class: "", fits: |v| matches!(v, PropertyValue::Int(_)) },
    Known { name: "collides", edits: 0, class: "", fits: is_bool },
    Known { name: "solid", edits: 0, class: "", fits: is_bool },
    Known { name: "one_way", edits: 0, class: "", fits: is_bool },
    Known { name: "one_way_dir", edits: 2, class: "", fits: |v| matches!(v, PropertyValue::String(_)) },
    Known { name: "one_way_fixed", edits: 2, class: "", fits: is_bool },
    Known { name: "friction", edits: 0, class: "", fits: is_float },
    Known { name: "restitution", edits: 2, class: "", fits: is_float },
    Known { name: "conveyor", edits: 2, class: "", fits: is_float },
    Known { name: "default", edits: 2, class: SPAWN, fits: is_bool },
    Known { name: "path", edits: 1, class: MOVER, fits: is_object },
    Known { name: "parent", edits: 2, class: MOVER, fits: is_object },
    Known { name: "speed", edits: 2, class: MOVER, fits: is_number },
    Known { name: "speed_back", edits: 2, class: MOVER, fits: is_number },
    Known { name: "wait", edits: 1, class: MOVER, fits: is_number },
    Known { name: "loop", edits: 1, class: MOVER, fits: |v| matches!(v, PropertyValue::String(_)) },
    Known { name: "easing", edits: 2, class: MOVER, fits: |v| matches!(v, PropertyValue::String(_)) },
];

fn is_float(value: &PropertyValue) -> bool {
    matches!(value, PropertyValue::Float(_))
}

fn is_number(value: &PropertyValue) -> bool {
    matches!(value, PropertyValue::Float(_) | PropertyValue::Int(_))
}

fn is_object(value: &PropertyValue) -> bool {
    matches!(value, PropertyValue::Object(_))
}

fn is_bool(value: &PropertyValue) -> bool {
    matches!(value, PropertyValue::Bool(_))
}

/// Does a property of this name say how to collide?
pub(crate) fn is_setting(name: &str) -> bool {
    matches!(name, "surface" | "slope") || PROPERTIES.iter().any(|k| k.name == name && k.class.is_empty())
}

/// Names that are warned about, of each map at most: a file can hold millions.
const MOST: usize = 100;

/// Names of properties that are remembered, at most: a file can hold millions.
const MOST_FINE: usize = 1000;

/// The misspelt names of a map.
#[derive(Default)]
pub(crate) struct Names {
    /// By file and what is said of the name: where it stands first, and in how many places more.
    found: BTreeMap<(PathBuf, String), (Position, Place, usize)>,
    /// Whether there is an object where the player starts.
    has_spawn: bool,
    /// The first object that may be meant as one, with its class.
    may_be_spawn: Option<(String, PathBuf, Position, Place)>,
    /// Classes of which there is nothing to say: a tileset gives one to hundreds of tiles.
    fine: BTreeSet<String>,
    /// Names of properties of which there is nothing to say: a tileset gives one to thousands of tiles.
    fine_properties: BTreeSet<String>,
}

impl Names {
    /// Judges the names of the properties that an element of `class` sets itself, and, of the first of a class, those that
    /// its class does.
    pub(crate) fn properties(&mut self, properties: &Properties, class: &str, place: &Place, of_class: bool) {
        if properties.is_empty() {
            return;
        }
        // Looked up once an element, which may have as many properties as a file holds. Who writes our name knows it.
        let is_absent =
            |k: &&Known| properties.property(k.name).is_none_or(|p| p.origin == PropertyOrigin::Class);
        let mut absent = None;
        let judged =
            |p: &&Property| p.origin == PropertyOrigin::Own || of_class && p.origin == PropertyOrigin::Class;
        for property in properties.iter().filter(judged) {
            if self.is_fine(&property.name) {
                continue;
            }
            let absent: &Vec<&Known> =
                absent.get_or_insert_with(|| PROPERTIES.iter().filter(is_absent).collect());
            if let Some(meant) = property_meant(property, class, absent) {
                let message = format!("property {:?} sets nothing; did you mean {meant:?}?", property.name);
                self.add(message, &property.file, property.position, place);
            }
        }
    }

    /// Whether there is nothing to say of a property of this name, whatever the element.
    fn is_fine(&mut self, name: &str) -> bool {
        if self.fine_properties.contains(name) {
            return true;
        }
        let word = plain(name);
        let is_near = |k: &Known| is_near(&word, &plain(k.name), k.edits);
        let is_wrong =
            is_short(name) && !PROPERTIES.iter().any(|k| k.name == name) && PROPERTIES.iter().any(is_near);
        if !is_wrong && is_short(name) && self.fine_properties.len() < MOST_FINE {
            self.fine_properties.insert(name.to_owned());
        }
        !is_wrong
    }

    /// Judges the class that an element has itself, unless a project knows it; that of an object, which may be that of its
    /// template or tile, may be meant as the player's start.
    pub(crate) fn class(&mut self, element: Element<'_>, class: &str, is_known: bool, place: &Place) {
        self.has_spawn |= element.name() == "object" && class == SPAWN;
        let class = element.class();
        let file = &element.source.path;
        if !class.is_empty() && !is_known && !self.fine.contains(class) {
            match wrong_class(class) {
                Some(wrong) => self.add(wrong, file, element.class_position(), place),
                None => drop(self.fine.insert(class.to_owned())),
            }
        }
        let is_near = || is_short(class) && SPAWNS.contains(&plain(class).as_str());
        if element.name() == "object" && self.may_be_spawn.is_none() && is_near() {
            let position = element.class_position();
            self.may_be_spawn = Some((class.to_owned(), file.clone(), position, place.clone()));
        }
    }

    fn add(&mut self, message: String, file: &Path, position: Position, place: &Place) {
        let key = (file.to_owned(), message);
        if let Some((_, _, more)) = self.found.get_mut(&key) {
            *more += 1;
        } else if self.found.len() < MOST {
            self.found.insert(key, (position, place.clone(), 0));
        }
    }

    /// Adds what was found in another file.
    pub(crate) fn absorb(&mut self, other: &Names) {
        for (key, value) in &other.found {
            if self.found.len() < MOST {
                self.found.insert(key.clone(), value.clone());
            }
        }
        self.has_spawn |= other.has_spawn;
        if self.may_be_spawn.is_none() {
            self.may_be_spawn.clone_from(&other.may_be_spawn);
        }
    }

    /// All warnings, by file and place in it.
    pub(crate) fn warnings(self) -> Vec<Warning> {
        let warning = |((file, mut message), (position, place, more)): ((PathBuf, String), (_, _, usize))| {
            if more > 0 {
                let places = if more == 1 { "place" } else { "places" };
                message += &format!(" (the same in {more} other {places})");
            }
            Warning::new(WarningKind::Name, &file, position, message).within(&place)
        };
        let mut warnings: Vec<_> = self.found.into_iter().map(warning).collect();
        warnings.sort_by(|a, b| (&a.file, a.position).cmp(&(&b.file, b.position)));
        if let (Some((class, file, position, place)), false) = (self.may_be_spawn, self.has_spawn) {
            let message = format!(
                "class {class:?} is the game's own, and no object has the class {SPAWN:?}, where the player starts; \
                 did you mean that?"
            );
            warnings.push(Warning::new(WarningKind::Start, &file, position, message).within(&place));
        }
        warnings
    }
}

/// Which of the `absent` names a property of an element of `class` seems to be meant as; `None` if it is far from all.
fn property_meant(property: &Property, class: &str, absent: &[&Known]) -> Option<&'static str> {
    let word = plain(&property.name);
    let mut here = absent.iter().filter(|k| k.class.is_empty() || k.class == class);
    here.find(|k| is_near(&word, &plain(k.name), k.edits) && (k.fits)(&property.value)).map(|k| k.name)
}

/// What is wrong with a class that seems to be meant as one of ours; `None` if it is one of them or another's.
fn wrong_class(class: &str) -> Option<String> {
    if class_names().any(|ours| ours == class) {
        return None;
    }
    if is_short(class) {
        let word = plain(class);
        // Without its "Tp" a class has our word and another meaning.
        let edits = if word.starts_with("tp") { 2 } else { 1 };
        if let Some(meant) = class_names().find(|c| is_near(&word, &plain(c), edits)) {
            return Some(format!("class {class:?} is not known; did you mean {meant:?}?"));
        }
    }
    let begins = class.strip_prefix("Tp").is_some_and(|rest| rest.starts_with(char::is_uppercase));
    begins.then(|| {
        let names: Vec<&str> = class_names().collect();
        let (last, first) = names.split_last().expect("there are classes");
        format!(
            "class {:?} is not known; classes whose names begin with \"Tp\" are {} and {last}, \
             so choose another name",
            shortened(class),
            first.join(", ")
        )
    })
}

/// Longer words are not misspellings of ours, and would make the table below large.
fn is_short(word: &str) -> bool {
    word.len() <= 32
}

/// Letters and digits, lower case: what is left of a name when it is spelled aloud.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether `word` begins as `known` and differs in at most `edits` letters.
///
/// Slips are rare in the first letter, and words that only rhyme differ there ("no collision").
fn is_near(word: &str, known: &str, edits: usize) -> bool {
    if edits == 0 || word == known {
        return word == known;
    }
    word.chars().next() == known.chars().next()
        && word.len().abs_diff(known.len()) <= 4 * edits // bytes, of which a letter has up to four
        && levenshtein(word, known) <= edits
}

/// `; did you mean "solid"?` for the nearest of `known` to `word`, empty if none is near.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> String {
    if !is_short(word) {
        return String::new();
    }
    let nearest = known.iter().map(|k| (levenshtein(&word.to_lowercase(), &k.to_lowercase()), k)).min();
    match nearest {
        Some((distance, k)) if distance <= 2.min(k.len() / 2) => format!("; did you mean {k:?}?"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_proposed_and_far_ones_are_not() {
        let known = ["none", "solid", "one_way"];
        assert_eq!(did_you_mean("sloid", &known), "; did you mean \"solid\"?");
        assert_eq!(did_you_mean("One-Way", &known), "; did you mean \"one_way\"?");
        assert_eq!(did_you_mean("lava", &known), "");
    }
}
