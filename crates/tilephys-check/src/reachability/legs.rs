//! Legs: ways from arrival to arrival in joined maps. A way through doors has a leg in each map that it leads through.

use super::extent::Extent;
use super::joined::{Arrival, Joined};
use super::report::{Leg, TargetVerdict, Way};
use super::targets::Target;
use super::tokens::Tokens;
use glam::IVec2;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::rc::Rc;
use tilephys_feel::Input;
use tilephys_reach::{Budget, Start, Verdict};

/// A search from behind a door, or with a token, may visit one of so many parts of the states of a search from the start of a map.
const PART: usize = 4;

/// Most stops that are searched from, for each map that is asked for.
const MOST_STOPS: usize = 16;

/// Ways that were found in joined maps.
pub(super) struct Ways<'j, 'a, 'l> {
    joined: &'j Joined<'a, 'l>,
    /// All that the character may get to, once it is needed.
    extent: Option<Rc<Extent>>,
    /// Number of maps that are asked for: the first ones.
    count: usize,
    stops: Vec<Stop>,
}

/// A state of a character from which ways are looked for: where the game has placed it, or where it has taken a token.
struct Stop {
    /// Where the game has placed it.
    arrival: Arrival,
    start: Start,
    /// Tokens that it had there.
    brought: Tokens,
    /// Tokens that it has now.
    tokens: Tokens,
    /// Inputs since its arrival.
    inputs: Vec<Input>,
    /// The step to the token; `None` at an arrival.
    taken: Option<Step>,
    /// True if the character begins its play here.
    is_first: bool,
    is_searched: bool,
    met: Vec<Met>,
    /// Targets that may be reached from here and to which no way was found, with the reason.
    missed: Vec<(u32, TargetVerdict)>,
}

/// An object to which a way leads.
struct Met {
    object: u32,
    /// Way from the arrival on.
    way: Way,
    /// The character there.
    end: Start,
}

/// A way from a stop to an object that was met.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    stop: usize,
    met: usize,
}

impl<'j, 'a, 'l> Ways<'j, 'a, 'l> {
    /// Looks for ways to all targets of the first `count` maps from their own starts. `show` gets the way to the first target of each
    /// map as soon as it is found.
    pub(super) fn of_starts(
        joined: &'j Joined<'a, 'l>,
        count: usize,
        show: &mut dyn FnMut(&Target, Leg),
    ) -> Self {
        let mut ways = Ways { joined, extent: None, count, stops: Vec::new() };
        for map in 0..count {
            ways.begin_in(map);
        }
        for stop in 0..ways.stops.len() {
            ways.search(stop, show);
        }
        ways
    }

    /// Looks for ways on from the starts, through doors and with tokens, within an extent. In the first `scope` maps only.
    pub(super) fn go_on(&mut self, extent: Rc<Extent>, scope: usize) {
        self.extent = Some(extent);
        for stop in 0..self.stops.len() {
            self.add_after(stop, scope);
        }
        for map in self.count..=scope {
            while let Some(stop) = self.next().filter(|_| self.has_open()) {
                self.search(stop, &mut |_, _| {});
                self.add_after(stop, scope);
            }
            if map < scope {
                self.begin_in(map);
            }
        }
    }

    /// Adds the start of a map.
    fn begin_in(&mut self, map: usize) {
        let Some(spawn) = self.joined.maps[map].subject.level.spawn() else { return };
        let start = Stop::at(Arrival { map, object: spawn.id }, Tokens::default());
        self.extend(Some(Stop { is_first: true, ..start }));
    }

    /// The stop to search from next: the first one with most tokens.
    fn next(&self) -> Option<usize> {
        let open = (0..self.stops.len()).filter(|stop| !self.stops[*stop].is_searched);
        open.max_by_key(|stop| (self.stops[*stop].tokens.count(), Reverse(*stop)))
    }

    /// Adds a stop, if its map can be searched and the stop is not known.
    fn extend(&mut self, stop: Option<Stop>) {
        let Some(mut stop) = stop else { return };
        let same = |known: &Stop| {
            known.arrival == stop.arrival && known.tokens == stop.tokens && known.taken == stop.taken
        };
        let Arrival { map, .. } = stop.arrival;
        if self.joined.maps[map].question.is_err() || self.stops.iter().any(same) {
            return;
        }
        if stop.taken.is_none() {
            let Some(at) = self.joined.corner(stop.arrival) else { return };
            stop.start = Start::at_rest(at);
        }
        self.stops.push(stop);
    }

    /// Adds the stops to which the objects lead that were met from a stop.
    fn add_after(&mut self, stop: usize, scope: usize) {
        for met in 0..self.stops[stop].met.len() {
            if self.stops.len() >= MOST_STOPS * self.count {
                return;
            }
            let own = &self.stops[stop];
            let Met { object, way, end } = &own.met[met];
            let gives = self.gives(own.arrival.map, *object);
            let tokens = own.tokens.with(gives);
            let taking = Stop {
                start: end.clone(),
                tokens,
                inputs: way.inputs.clone(),
                taken: Some(Step { stop, met }),
                ..Stop::at(own.arrival, own.brought)
            };
            // One way to a token is enough.
            let is_known = |known: &Stop| {
                known.arrival == own.arrival && known.tokens == tokens && known.taken.is_some()
            };
            let is_new = tokens != own.tokens && !self.stops.iter().any(is_known);
            let behind = self.joined.behind_object(own.arrival.map, *object);
            let behind = behind.filter(|arrival| arrival.map < scope);
            let behind = behind.map(|arrival| Stop::at(arrival, tokens));
            self.extend(is_new.then_some(taking));
            self.extend(behind);
        }
    }

    /// Tokens that an object of a map gives, as far as something requires them.
    fn gives(&self, map: usize, object: u32) -> Tokens {
        let target = self.joined.maps[map].targets.iter().find(|target| target.object == object);
        target.map_or(Tokens::default(), |target| target.gives.among(self.joined.wanted()))
    }

    /// The stops to which a step leads.
    fn after(&self, step: Step) -> impl Iterator<Item = usize> {
        let own = &self.stops[step.stop];
        let object = own.met[step.met].object;
        let behind = self.joined.behind_object(own.arrival.map, object);
        let tokens = own.tokens.with(self.gives(own.arrival.map, object));
        let leads = move |stop: &Stop| {
            let is_behind = stop.taken.is_none() && Some(stop.arrival) == behind && stop.tokens == tokens;
            is_behind || stop.taken == Some(step)
        };
        (0..self.stops.len()).filter(move |stop| leads(&self.stops[*stop]))
    }

    /// True if a way may lead to a target of the maps that are asked for, and none was found yet from the start of its map.
    pub(super) fn has_open(&self) -> bool {
        let targets = |map: usize| self.joined.maps[map].targets.iter();
        (0..self.count).any(|map| targets(map).any(|target| self.is_open(map, target)))
    }

    fn is_open(&self, map: usize, target: &Target) -> bool {
        let place = Arrival { map, object: target.object };
        let way = || match self.first_of(map) {
            Some(first) => self.steps(first, place).is_some(),
            None => (0..self.stops.len()).any(|stop| self.met_at(stop, place).is_some()),
        };
        self.may_meet(map, target) && !way()
    }

    /// True unless a target is known to be beyond all that the character may get to.
    fn may_meet(&self, map: usize, target: &Target) -> bool {
        self.extent.as_ref().is_none_or(|extent| extent.may_meet(map, target))
    }

    /// Index of the stop at the own start of a map.
    fn first_of(&self, map: usize) -> Option<usize> {
        self.stops.iter().position(|stop| stop.arrival.map == map && stop.is_first)
    }

    /// Index of an object of a map among the objects that were met from a stop.
    fn met_at(&self, stop: usize, place: Arrival) -> Option<usize> {
        let Stop { arrival, met, .. } = &self.stops[stop];
        let met = met.iter().position(|met| met.object == place.object);
        met.filter(|_| arrival.map == place.map)
    }

    /// Looks for ways from a stop to the open targets of its map, to doors and to tokens. `show` gets the way to the first of them as soon
    /// as it is found.
    fn search(&mut self, stop: usize, show: &mut dyn FnMut(&Target, Leg)) {
        self.stops[stop].is_searched = true;
        let Stop { arrival, tokens, is_first, .. } = self.stops[stop];
        let map = arrival.map;
        let joined = self.joined;
        if !(joined.is_wanted)() {
            return;
        }
        let Ok(question) = &joined.maps[map].question else { return };
        let is_asked = |target: &&Target| {
            let leads_on = joined.behind_object(map, target.object).is_some();
            let gives = !tokens.has(self.gives(map, target.object));
            let is_asked = leads_on || gives || map < self.count && self.is_open(map, target);
            is_asked && tokens.has(target.requires) && self.may_meet(map, target)
        };
        let open: Vec<&Target> = joined.maps[map].targets.iter().filter(is_asked).collect();
        let origin = self.stops[stop].start.origin();
        let bounds = match joined.bounds(map, &[origin], tokens) {
            Ok(bounds) => bounds,
            Err(why) => {
                let why = TargetVerdict::unknown(&why);
                self.stops[stop].missed = open.iter().map(|target| (target.object, why.clone())).collect();
                return;
            }
        };
        let part = if is_first { 1 } else { PART };
        let budget = Budget { states: question.budget.states / part, ..question.budget };
        let asked: Vec<_> = open.iter().map(|target| target.asked()).collect();
        let stage = joined.stage(map, tokens, question);
        let level = stage.level(question);
        let start = self.stops[stop].start.clone();
        let mut inquiry = bounds.inquire(&level, &stage.player, &start, &asked, &budget);
        let mut noted = 0;
        while (joined.is_wanted)() && inquiry.advance() {
            if noted == 0 && inquiry.has_way(0) {
                noted = 1;
                self.note(stop, open[0], inquiry.verdict(0));
                if !self.stops[stop].met.is_empty() {
                    show(open[0], self.leg(Step { stop, met: 0 }));
                }
            }
        }
        // To play the ways in the game takes as long as to find them.
        for (index, target) in open.into_iter().enumerate().skip(noted) {
            if !(joined.is_wanted)() {
                return;
            }
            self.note(stop, target, inquiry.verdict(index));
        }
    }

    /// Notes the verdict about a target from a stop.
    fn note(&mut self, stop: usize, target: &Target, verdict: Verdict) {
        let own = &mut self.stops[stop];
        let joined = self.joined;
        let Ok(question) = &joined.maps[own.arrival.map].question else { return };
        let object = target.object;
        match verdict {
            Verdict::Reachable(witness) => {
                let mut inputs = own.inputs.clone();
                inputs.extend(&witness.inputs);
                match joined.confirmed(own.arrival, own.brought, target, &inputs) {
                    Ok(way) => own.met.push(Met { object, way, end: witness.end }),
                    Err(why) => own.missed.push((object, TargetVerdict::unknown(&why))),
                }
            }
            Verdict::Unknown(nearest) => own.missed.push((object, question.unknown(target, &nearest))),
            Verdict::Impossible(_) => {}
        }
    }

    /// The reason why no way to a target was found: of the first stop with most tokens from which it may be reached.
    pub(super) fn missed(&self, map: usize, object: u32) -> Option<&TargetVerdict> {
        let own = self.stops.iter().filter(|stop| stop.arrival.map == map);
        let missed = own.flat_map(|stop| stop.missed.iter().map(|(object, why)| (stop.tokens, *object, why)));
        let missed = missed.filter(|(_, missed, _)| *missed == object).enumerate();
        let first_of_most = missed.max_by_key(|(index, (tokens, ..))| (tokens.count(), Reverse(*index)));
        first_of_most.map(|(_, (.., why))| why)
    }

    /// The legs of a way to a target: from the own start of its map if one leads from there, else from the start of another map.
    pub(super) fn legs(&self, map: usize, object: u32) -> Option<Vec<Leg>> {
        let firsts = (0..self.stops.len()).filter(|stop| self.stops[*stop].is_first);
        let firsts = self.first_of(map).into_iter().chain(firsts);
        let mut ways = firsts.filter_map(|first| self.steps(first, Arrival { map, object }));
        let steps = ways.next()?;
        // A way goes on from a token, so only doors and the target end a leg.
        let is_end = |index: &usize| {
            let next = steps.get(index + 1);
            next.is_none_or(|next| self.stops[next.stop].taken.is_none())
        };
        Some((0..steps.len()).filter(is_end).map(|index| self.leg(steps[index])).collect())
    }

    /// The fewest steps from a stop to an object of a map.
    fn steps(&self, first: usize, to: Arrival) -> Option<Vec<Step>> {
        // For each stop, the step that leads to it.
        let mut came: Vec<Option<Step>> = vec![None; self.stops.len()];
        let mut left = VecDeque::from([first]);
        while let Some(stop) = left.pop_front() {
            if let Some(met) = self.met_at(stop, to) {
                let mut steps = vec![Step { stop, met }];
                while let Some(step) = came[steps[steps.len() - 1].stop] {
                    steps.push(step);
                }
                steps.reverse();
                return Some(steps);
            }
            for met in 0..self.stops[stop].met.len() {
                let step = Step { stop, met };
                for next in self.after(step) {
                    if next != first && came[next].is_none() {
                        came[next] = Some(step);
                        left.push_back(next);
                    }
                }
            }
        }
        None
    }

    fn leg(&self, step: Step) -> Leg {
        let Stop { arrival, brought, tokens, met, .. } = &self.stops[step.stop];
        let Met { object, way, .. } = &met[step.met];
        let names = &self.joined.names;
        Leg {
            map: self.joined.maps[arrival.map].subject.path().to_owned(),
            from: arrival.object,
            to: *object,
            ticks: way.inputs.len() as u32,
            holds: names.of_set(*brought),
            takes: names.of_set(tokens.with(self.gives(arrival.map, *object)).without(*brought)),
            way: Some(Box::new(way.clone())),
            witness: None,
        }
    }
}

impl Stop {
    /// A character that the game has placed somewhere.
    fn at(arrival: Arrival, tokens: Tokens) -> Stop {
        Stop {
            arrival,
            start: Start::at_rest(IVec2::ZERO),
            brought: tokens,
            tokens,
            inputs: Vec::new(),
            taken: None,
            is_first: false,
            is_searched: false,
            met: Vec::new(),
            missed: Vec::new(),
        }
    }
}
