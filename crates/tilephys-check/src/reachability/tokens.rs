//! Tokens: the names of keys, switches and abilities in joined maps, and sets of them.

use crate::subject::Subject;
use std::collections::BTreeSet;

/// Most tokens of joined maps.
const MOST: usize = 16;

/// A set of tokens. It only grows in a play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tokens(u16);

impl Tokens {
    /// True if all of these tokens are in the set.
    pub(super) fn has(self, all: Tokens) -> bool {
        all.0 & !self.0 == 0
    }

    /// The tokens of both sets.
    pub(super) fn with(self, more: Tokens) -> Tokens {
        Tokens(self.0 | more.0)
    }

    /// The tokens that are in both sets.
    pub(super) fn among(self, other: Tokens) -> Tokens {
        Tokens(self.0 & other.0)
    }

    /// The tokens that are not in another set.
    pub(super) fn without(self, other: Tokens) -> Tokens {
        Tokens(self.0 & !other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Sets of one token each.
    pub(super) fn each(self) -> impl Iterator<Item = Tokens> {
        (0..MOST).map(|bit| Tokens(1 << bit)).filter(move |one| self.has(*one))
    }
}

/// The names of all tokens of joined maps, in order.
#[derive(Default)]
pub(super) struct TokenNames {
    names: Vec<String>,
}

impl TokenNames {
    /// The tokens of maps and of the character.
    ///
    /// # Errors
    /// If there are too many, in words.
    pub(super) fn of(maps: &[Subject<'_>]) -> Result<TokenNames, String> {
        let mut names: BTreeSet<&String> = BTreeSet::new();
        for map in maps {
            names.extend(map.settings.abilities.iter().map(|ability| &ability.token));
            let marks = map.level.marks.iter().flat_map(|mark| mark.gives.iter().chain(&mark.requires));
            let gates = map.level.gates.iter().flat_map(|gate| &gate.requires);
            names.extend(marks.chain(gates));
        }
        if names.len() > MOST {
            return Err(format!("the maps name {} tokens, and at most {MOST} are followed", names.len()));
        }
        Ok(TokenNames { names: names.into_iter().cloned().collect() })
    }

    /// The set of tokens with these names. Unknown ones are left out.
    pub(super) fn set<'n>(&self, names: impl IntoIterator<Item = &'n String>) -> Tokens {
        let bits = names.into_iter().filter_map(|name| self.names.iter().position(|known| known == name));
        Tokens(bits.fold(0, |all, bit| all | 1 << bit))
    }

    /// All tokens.
    pub(super) fn all(&self) -> Tokens {
        self.set(&self.names)
    }

    /// Names of a set of tokens.
    pub(super) fn of_set(&self, tokens: Tokens) -> Vec<String> {
        let names = self.names.iter().enumerate();
        names.filter(|(bit, _)| tokens.0 & 1 << bit != 0).map(|(_, name)| name.clone()).collect()
    }
}
