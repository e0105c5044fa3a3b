//! Spell check of names: properties and classes that nearly have a built-in name. Without a warning they would be
//! ignored.

use crate::data::properties::{Properties, Property, PropertyOrigin, PropertyValue};
use crate::error::{
    Firsts, Message, Place, Position, Warning, WarningKind, WithHelp, listed, shortened, sort,
};
use crate::vocabulary::ours::{OUR_TYPES, OurKind, OurMember, OurValue, class_names};
use crate::xml::Element;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use strsim::{levenshtein, osa_distance};

/// Class of the player's start.
pub(crate) const SPAWN: &str = "TpSpawn";

/// Class of moving platforms.
pub(crate) const MOVER: &str = "TpMover";

/// Class of bodies that walk to and fro, or follow a path.
pub(crate) const PATROL: &str = "TpPatrol";

/// Class of pick-ups: coins, keys.
pub(crate) const COLLECTIBLE: &str = "TpCollectible";

/// Class of deadly areas: spikes, lava.
pub(crate) const KILL_ZONE: &str = "TpKillZone";

/// Class of static solids.
const COLLIDER: &str = "TpCollider";

/// True if a built-in class is a place and not a solid: a coin may show a tile that is solid elsewhere.
pub(crate) fn is_mark(class: &str) -> bool {
    class.starts_with("Tp") && ![MOVER, COLLIDER].contains(&class)
}

/// Class of the level's end.
pub(crate) const GOAL: &str = "TpGoal";

/// Class of restart points.
pub(crate) const CHECKPOINT: &str = "TpCheckpoint";

/// Class of trigger areas.
pub(crate) const TRIGGER: &str = "TpTrigger";

/// Class of areas that throw characters.
pub(crate) const SPRING: &str = "TpSpring";

/// Class of ways to other places.
pub(crate) const DOOR: &str = "TpDoor";

/// Class of ignored objects and layers.
pub(crate) const IGNORE: &str = "TpIgnore";

/// Class of maps with rules.
pub(crate) const LEVEL: &str = "TpLevel";

/// Names of player starts in other games, as [`plain`] words.
const SPAWNS: [&str; 5] = ["spawn", "spawnpoint", "playerspawn", "playerspawnpoint", "playerstart"];

/// A built-in property, and the criteria for a near miss.
struct Known {
    name: &'static str,
    /// Maximum edit distance.
    edits: usize,
    /// Class of the elements that have it; empty for all.
    class: &'static str,
    /// True if a value could be meant. A value of another type is rather for another program.
    fits: fn(&PropertyValue) -> bool,
}

const fn of_all(name: &'static str, edits: usize, fits: fn(&PropertyValue) -> bool) -> Known {
    Known { name, edits, class: "", fits }
}

/// The properties of any element. The names of other tools are common words, so only another spelling counts: a "collider"
/// or "sold" belongs to the game. So does "surface", in any spelling, and "slope".
const OF_ALL: [Known; 12] = [
    of_all("collision", 2, |_| true),
    of_all("tp_collision", 2, |_| true),
    of_all("tp_conventions", 2, |_| true),
    of_all("category", 2, |v| matches!(v, PropertyValue::Int(_))),
    of_all("collides", 0, is_bool),
    of_all("solid", 0, is_bool),
    of_all("one_way", 0, is_bool),
    of_all("one_way_dir", 2, is_text),
    of_all("one_way_fixed", 2, is_bool),
    of_all("friction", 0, is_float),
    of_all("restitution", 2, is_float),
    of_all("conveyor", 2, is_float),
];

/// The properties of any element, and the members of each class.
static PROPERTIES: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let known = |class: &'static str, member: &OurMember| {
        let fits: fn(&PropertyValue) -> bool = match member.default {
            OurValue::Bool(_) => is_bool,
            OurValue::Float(_) => |value| matches!(value, PropertyValue::Float(_) | PropertyValue::Int(_)),
            OurValue::File => |value| matches!(value, PropertyValue::File(_)),
            OurValue::Object => |value| matches!(value, PropertyValue::Object(_)),
            OurValue::Text | OurValue::Choice { .. } => is_text,
        };
        // These words are near many others.
        let edits = match member.name {
            "bounds" | "gives" | "height" | "loop" | "path" | "start" | "target" | "wait" => 1,
            _ => 2,
        };
        Known { name: member.name, edits, class, fits }
    };
    let of_classes = OUR_TYPES.iter().flat_map(|ours| match ours.kind {
        OurKind::Class { members, .. } => members.iter().map(|member| known(ours.name, member)).collect(),
        _ => Vec::new(),
    });
    OF_ALL.into_iter().chain(of_classes).collect()
});

fn is_float(value: &PropertyValue) -> bool {
    matches!(value, PropertyValue::Float(_))
}

fn is_text(value: &PropertyValue) -> bool {
    matches!(value, PropertyValue::String(_))
}

fn is_bool(value: &PropertyValue) -> bool {
    matches!(value, PropertyValue::Bool(_))
}

/// True if a property of this name is a collision setting.
pub(crate) fn is_setting(name: &str) -> bool {
    matches!(name, "surface" | "slope") || OF_ALL.iter().any(|known| known.name == name)
}

/// Maximum number of remembered property names: a file can hold millions.
const MOST_FINE: usize = 1000;

/// The misspelt names of a map.
#[derive(Default)]
pub(crate) struct Names {
    /// Warnings by file and message.
    found: Firsts<(PathBuf, Message)>,
    /// True if the map has a player's start.
    has_spawn: bool,
    /// The warning about the first object that may be meant as a start.
    may_be_spawn: Option<Warning>,
    /// Classes without a warning: a tileset gives one to hundreds of tiles.
    fine: BTreeSet<String>,
    /// Property names without a warning: a tileset gives one to thousands of tiles.
    fine_properties: BTreeSet<String>,
}

impl Names {
    /// Checks the property names that an element of `class` sets itself. With `of_class` it also checks the defaults of
    /// the class.
    pub(crate) fn properties(&mut self, properties: &Properties, class: &str, place: &Place, of_class: bool) {
        if properties.is_empty() {
            return;
        }
        // Looked up once for each element, which may have very many properties. An element that has the right name has
        // no near miss of it.
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
                let message = format!("property {:?} has no effect", property.name)
                    .help(format!("did you mean {meant:?}?"));
                self.add(message, &property.file, property.position, place);
            }
        }
    }

    /// True if a property of this name needs no warning on any element.
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

    /// Checks the class that an element sets itself, unless a project has it. The class of an object, or of its
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
            let message = format!("no object has the class {SPAWN:?}, so the player has no start")
                .help(format!("should this object of class {class:?} be it?"));
            let warning = Warning::at(WarningKind::Start, file, element.class_position(), message);
            self.may_be_spawn = Some(warning.within(place));
        }
    }

    fn add(&mut self, message: Message, file: &Path, position: Position, place: &Place) {
        let key = (file.to_owned(), message.clone());
        self.found.add(key, || Warning::at(WarningKind::Name, file, position, message).within(place));
    }

    /// Merges the names of another file.
    pub(crate) fn absorb(&mut self, other: &Names) {
        self.found.absorb(&other.found, false);
        self.has_spawn |= other.has_spawn;
        if self.may_be_spawn.is_none() {
            self.may_be_spawn.clone_from(&other.may_be_spawn);
        }
    }

    /// All warnings, ordered by file and position.
    pub(crate) fn warnings(self) -> Vec<Warning> {
        let mut warnings: Vec<_> = self.found.all().map(|(_, warning)| warning).collect();
        sort(&mut warnings);
        warnings.extend(self.may_be_spawn.filter(|_| !self.has_spawn));
        warnings
    }
}

/// The built-in name among `absent` that a property of an element of `class` is probably meant as, if any.
fn property_meant(property: &Property, class: &str, absent: &[&Known]) -> Option<&'static str> {
    let word = plain(&property.name);
    let here = absent.iter().filter(|k| k.class.is_empty() || k.class == class);
    let near = here.filter(|k| is_near(&word, &plain(k.name), k.edits) && (k.fits)(&property.value));
    near.min_by_key(|k| osa_distance(&word, &plain(k.name))).map(|k| k.name)
}

/// The warning about a class that is probably meant as a built-in one; `None` for a built-in class and for a class of
/// the game.
fn wrong_class(class: &str) -> Option<Message> {
    if class_names().any(|ours| ours == class) {
        return None;
    }
    if is_short(class) {
        let word = plain(class);
        // Without its "Tp" a class has a built-in word and another meaning.
        let edits = if word.starts_with("tp") { 2 } else { 1 };
        if let Some(meant) = class_names().find(|c| is_near(&word, &plain(c), edits)) {
            return Some(format!("unknown class {class:?}").help(format!("did you mean {meant:?}?")));
        }
    }
    let begins = class.strip_prefix("Tp").is_some_and(|rest| rest.starts_with(char::is_uppercase));
    begins.then(|| {
        let names: Vec<&str> = class_names().collect();
        format!("unknown class {:?}", shortened(class)).help(format!(
            "the classes that begin with \"Tp\" are {}, so choose another name",
            listed(&names, "and")
        ))
    })
}

/// True if one of two classes is probably a misspelling of the other.
pub(crate) fn are_near(class: &str, other: &str) -> bool {
    is_short(class) && is_short(other) && is_near(&plain(class), &plain(other), 1)
}

/// Longer words are not misspellings, and would make the distance table large.
fn is_short(word: &str) -> bool {
    word.len() <= 32
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// True if `word` begins as `known` and differs in at most `edits` letters; two swapped letters count as one.
///
/// Typing errors are rare in the first letter, and words that only rhyme differ there ("no collision").
fn is_near(word: &str, known: &str, edits: usize) -> bool {
    if edits == 0 || word == known {
        return word == known;
    }
    word.chars().next() == known.chars().next()
        && word.len().abs_diff(known.len()) <= 4 * edits // bytes, of which a letter has up to four
        && osa_distance(word, known) <= edits
}

/// `did you mean "solid"?` for the nearest of `known` to `word`; `None` if none is near.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> Option<String> {
    if !is_short(word) {
        return None;
    }
    // Values are short words: swapped letters would make "on" of "no".
    let nearest = known.iter().map(|k| (levenshtein(&word.to_lowercase(), &k.to_lowercase()), k)).min();
    let (distance, k) = nearest?;
    (distance <= 2.min(k.len() / 2)).then(|| format!("did you mean {k:?}?"))
}
