//! Lacks: tokens that open the way to a target, and that cannot be had.

use super::extent::Extent;
use super::joined::Joined;
use super::report::{Lack, LackReason};
use super::targets::Target;
use super::tokens::Tokens;
use crate::geometry::object_in_words;
use std::rc::Rc;

/// What the character would get to with tokens that it cannot have.
pub(super) struct Lacks<'j, 'a, 'l> {
    joined: &'j Joined<'a, 'l>,
    extent: Rc<Extent>,
    /// Tokens, one each and then all, and the extent with them.
    with: Vec<(Tokens, Extent)>,
}

impl<'j, 'a, 'l> Lacks<'j, 'a, 'l> {
    /// The tokens that cannot be had within an extent. None if all targets of the first `count` maps are within it.
    pub(super) fn of(joined: &'j Joined<'a, 'l>, extent: Rc<Extent>, count: usize) -> Self {
        let targets = |map: usize| joined.maps[map].targets.iter();
        let is_complete = (0..count).all(|map| targets(map).all(|target| extent.may_meet(map, target)));
        let missing = match extent.exact {
            Some(_) => joined.names.all(),
            None => joined.names.all().without(extent.tokens),
        };
        let mut sets: Vec<Tokens> = Vec::new();
        if !is_complete && !missing.is_empty() {
            sets.extend(missing.each());
            sets.push(missing);
            sets.dedup();
        }
        let with = sets.into_iter().map(|tokens| (tokens, Extent::of(joined, tokens)));
        Lacks { joined, extent, with: with.collect() }
    }

    /// The tokens with which a target of a map would be within reach: one if it is enough.
    pub(super) fn about(&self, map: usize, target: &Target) -> Vec<Lack> {
        let opens = |(_, extent): &&(Tokens, Extent)| extent.may_meet(map, target);
        let Some((tokens, extent)) = self.with.iter().find(opens) else { return Vec::new() };
        // Tokens that the target itself names say enough.
        let named = target.requires.among(*tokens);
        let tokens = if named.is_empty() { *tokens } else { named };
        tokens.each().map(|token| self.lack(map, token, extent)).collect()
    }

    /// The lack of a token. `extent` is the reach with it.
    fn lack(&self, map: usize, token: Tokens, extent: &Extent) -> Lack {
        let mut found: Option<(LackReason, String)> = None;
        for (index, other) in self.joined.maps.iter().enumerate() {
            for target in other.targets.iter().filter(|target| target.gives.has(token)) {
                let reason = match (self.extent.may_meet(index, target), extent.may_meet(index, target)) {
                    (true, _) => LackReason::NoWayOn,
                    (false, true) => LackReason::Behind,
                    (false, false) => LackReason::OutOfReach,
                };
                if found.as_ref().is_some_and(|(known, _)| *known as u8 >= reason as u8) {
                    continue;
                }
                let object = other.subject.level.object(target.object).map(object_in_words);
                let words = object.unwrap_or_default().replacen("object", target.kind.name(), 1);
                let path = other.subject.path().display();
                found = Some((reason, if index == map { words } else { format!("{words} of {path}") }));
            }
        }
        let name = self.joined.names.of_set(token).concat();
        let reason = found.as_ref().map_or(LackReason::NoGiver, |(reason, _)| *reason);
        Lack { token: name, giver: found.map(|(_, giver)| giver), reason }
    }
}
