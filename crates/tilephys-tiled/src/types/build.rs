//! Type resolution: fills in the defaults of class members, which may be of other types.

use super::complete::{Completer, Missing, Subject};
use super::model::{Class, MAX_DEEP, Types, is_for, weight};
use super::project::{ClassDraft, Drafts, is_built_in};
use crate::data::properties::{Findings, Properties, Property};
use crate::error::{Faults, Place, Problem, Result, Warning, WarningKind, Warnings, WithHelp, shortened};

/// Maximum size of a class with all nested members, in bytes.
const MAX_WEIGHT: usize = 1 << 20;

/// Builds the types of `drafts`. Values that Tiled ignores cause warnings.
///
/// # Errors
/// If a class is too large, or contains others too deep.
pub(super) fn build(drafts: Drafts<'_>, warnings: &mut Warnings) -> Result<Types> {
    let Drafts { enums, classes, .. } = drafts;
    let mut types = Types::default();
    for (name, of) in enums {
        types.enums.entry(name.to_owned()).or_insert(of);
    }
    let states = vec![State::Waiting; classes.len()];
    let mut builder = Builder { classes: &classes, states, types, warnings };
    for place in 0..classes.len() {
        builder.class(place, 0)?;
    }
    Ok(builder.types)
}

/// Progress of reading a class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    /// A member of the class is being read.
    Open,
    Done,
}

struct Builder<'a, 'd> {
    classes: &'d [ClassDraft<'a>],
    states: Vec<State>,
    /// Enums, and the classes that are done.
    types: Types,
    warnings: &'d mut Warnings,
}

impl Builder<'_, '_> {
    /// Reads the class with this index, unless it is read already; the state `Open` means that it contains itself.
    fn class(&mut self, place: usize, depth: usize) -> Result<()> {
        if self.states[place] != State::Waiting {
            return Ok(());
        }
        self.states[place] = State::Open;
        let ClassDraft { name, uses, element } = self.classes[place].clone();
        let mut faults = Faults::default();
        let mut found = Findings { faults: &mut faults, warnings: &mut *self.warnings, class: Some(name) };
        let read = Properties::of(element, &mut found);
        faults.or(())?;
        let mut members = Properties::default();
        let mut heavy = 0;
        for member in &read {
            let Some(member) = self.member(member, depth)? else {
                self.warnings.add(circle(name, member), element.source.limits.warnings);
                continue;
            };
            heavy += size_of::<Property>() + weight(&std::iter::once(member.clone()).collect());
            if heavy > MAX_WEIGHT {
                let message = format!(
                    "the class {:?} is larger than {} KiB with its members, which is the limit",
                    shortened(name),
                    MAX_WEIGHT >> 10
                )
                .help("make it smaller");
                return Err(member.error(Problem::Limit, message));
            }
            members.push(member);
        }
        let class = Class { uses, weight: weight(&members), members, built_in: is_built_in(element) };
        self.types.classes.entry(name.to_owned()).or_default().push(class);
        self.states[place] = State::Done;
        Ok(())
    }

    /// A member with the defaults of its type; `None` if its class contains the class of the member.
    fn member(&mut self, member: &Property, depth: usize) -> Result<Option<Property>> {
        if depth > MAX_DEEP {
            let message = format!("classes are nested more than {MAX_DEEP} levels deep, which is the limit");
            return Err(member.error(Problem::Limit, message));
        }
        let of = &member.type_name;
        if !of.is_empty() && self.types.class(of, "property").is_none() {
            let is_meant = |class: &ClassDraft<'_>| class.name == of && is_for(&class.uses, "property");
            if let Some(place) = self.classes.iter().position(is_meant) {
                self.class(place, depth + 1)?;
                if self.states[place] == State::Open {
                    return Ok(None);
                }
            }
        }
        let place = Place::default();
        let file = &member.file;
        let subject = Subject { name: "property", class: "", file, position: member.position, place: &place };
        let missing = &mut Missing::default();
        let mut completer = Completer { types: &self.types, missing, given: 0, of_types: true };
        let mut member = member.clone();
        completer.property(&mut member, subject, 1)?;
        Ok(Some(member))
    }
}

fn circle(class: &str, member: &Property) -> Warning {
    let message = format!(
        "member {:?} of class {:?} has the class {:?}, which contains the first class again, so it is \
         ignored as in Tiled",
        shortened(&member.name),
        shortened(class),
        shortened(&member.type_name)
    )
    .help("remove it");
    Warning::at(WarningKind::Type, &member.file, member.position, message)
}
