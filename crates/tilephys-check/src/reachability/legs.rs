//! Legs: ways from arrival to arrival in joined maps. A way through doors has a leg in each map that it leads through.

use super::extent::Extent;
use super::joined::{Arrival, Joined};
use super::question::Question;
use super::report::{Leg, TargetVerdict, Way, no_rule};
use super::targets::Target;
use std::collections::VecDeque;
use tilephys_reach::{Bounds, Budget, Start, Verdict};

/// A search from behind a door may visit one of so many parts of the states of a search from the start of a map.
const PART: usize = 4;

/// Most arrivals that are searched from behind doors, for each map that is asked for.
const MOST_ARRIVALS: usize = 16;

/// Ways that were found in joined maps.
pub(super) struct Ways {
    stops: Vec<Stop>,
}

/// An arrival from which ways were looked for.
struct Stop {
    arrival: Arrival,
    /// True if the character begins its play here.
    is_first: bool,
    /// Bounds from here alone; `None` if they are the extent of the map, or if a rule is missing.
    bounds: Option<Bounds>,
    met: Vec<Met>,
    /// Targets that may be reached from here and to which no way was found, with the reason.
    missed: Vec<(u32, TargetVerdict)>,
}

/// An object to which a way leads.
struct Met {
    object: u32,
    way: Way,
}

/// A way from a stop to an object that was met.
#[derive(Clone, Copy)]
struct Step {
    stop: usize,
    met: usize,
}

impl Ways {
    /// Looks for ways to all targets of the first `count` maps, from their own starts first, and then from behind doors.
    pub(super) fn of(joined: &Joined<'_, '_>, extent: &Extent, count: usize) -> Ways {
        let mut ways = Ways { stops: Vec::new() };
        for maps in [0..count, count..joined.maps.len()] {
            for map in maps {
                if map >= count && !ways.has_open(joined, extent, count) {
                    return ways;
                }
                let start =
                    joined.maps[map].subject.level.spawn().filter(|_| joined.maps[map].question.is_ok());
                let Some(start) = start else { continue };
                ways.add(Arrival { map, object: start.id }, true);
                let own = ways.stops.len() - 1;
                ways.search(joined, extent, own);
            }
            ways.go_on(joined, extent, count);
        }
        ways
    }

    /// Searches from the arrivals behind the doors that were met, as long as targets are open.
    fn go_on(&mut self, joined: &Joined<'_, '_>, extent: &Extent, count: usize) {
        let mut next = 0;
        while next < self.stops.len() && self.stops.len() < MOST_ARRIVALS * count {
            let Stop { arrival, met, .. } = &self.stops[next];
            let behind = met.iter().filter_map(|met| joined.behind_object(arrival.map, met.object));
            for arrival in behind.collect::<Vec<_>>() {
                if self.stop_at(arrival).is_some() || joined.maps[arrival.map].question.is_err() {
                    continue;
                }
                if !self.has_open(joined, extent, count) {
                    return;
                }
                self.add(arrival, false);
                self.search(joined, extent, self.stops.len() - 1);
            }
            next += 1;
        }
    }

    /// Index of the stop at an arrival.
    fn stop_at(&self, arrival: Arrival) -> Option<usize> {
        self.stops.iter().position(|stop| stop.arrival == arrival)
    }

    fn add(&mut self, arrival: Arrival, is_first: bool) {
        self.stops.push(Stop { arrival, is_first, bounds: None, met: Vec::new(), missed: Vec::new() });
    }

    /// True if a way leads to an object of a map.
    fn has_met(&self, map: usize, object: u32) -> bool {
        let mut own = self.stops.iter().filter(|stop| stop.arrival.map == map);
        own.any(|stop| stop.met.iter().any(|met| met.object == object))
    }

    /// True if a way may lead to a target of the first `count` maps, and none was found yet from the start of its map.
    fn has_open(&self, joined: &Joined<'_, '_>, extent: &Extent, count: usize) -> bool {
        let is_open = |map: usize, target: &Target| {
            let place = Arrival { map, object: target.object };
            let way = || match self.first_of(map) {
                Some(first) => self.steps(joined, first, place).is_some(),
                None => self.has_met(map, target.object),
            };
            extent.maps[map].may_meet(target.area) && !way()
        };
        (0..count).any(|map| joined.maps[map].targets.iter().any(|target| is_open(map, target)))
    }

    /// Index of the stop at the own start of a map.
    fn first_of(&self, map: usize) -> Option<usize> {
        self.stops.iter().position(|stop| stop.arrival.map == map && stop.is_first)
    }

    /// Looks for ways from a stop to the open targets of its map.
    fn search(&mut self, joined: &Joined<'_, '_>, extent: &Extent, stop: usize) {
        let Stop { arrival, is_first, .. } = self.stops[stop];
        let Ok(question) = &joined.maps[arrival.map].question else { return };
        let Some(at) = joined.corner(arrival) else { return };
        // Doors lead on from each arrival.
        let is_asked = |target: &&Target| {
            extent.maps[arrival.map].may_meet(target.area)
                && (!self.has_met(arrival.map, target.object)
                    || joined.behind_object(arrival.map, target.object).is_some())
        };
        let open: Vec<&Target> = joined.maps[arrival.map].targets.iter().filter(is_asked).collect();
        let part = if is_first { 1 } else { PART };
        let budget = Budget { states: question.budget.states / part, ..question.budget };
        let all = &extent.maps[arrival.map];
        let own = if all.starts == [at] {
            Ok(None)
        } else {
            Bounds::with_most(&question.level, &question.player, &[at], budget.nodes).map(Some)
        };
        let own = match own {
            Ok(own) => own,
            Err(fault) => {
                let why = TargetVerdict::unknown(&no_rule(fault.setting));
                self.stops[stop].missed = open.iter().map(|target| (target.object, why.clone())).collect();
                return;
            }
        };
        if let Some(bounds) = own.as_ref().or(all.bounds.as_ref()) {
            let asked: Vec<_> = open.iter().map(|target| target.asked()).collect();
            let start = Start::at_rest(at);
            let verdicts = bounds.verdicts(&question.level, &question.player, &start, &asked, &budget);
            for (target, verdict) in open.into_iter().zip(verdicts) {
                self.note(joined, stop, question, target, &verdict);
            }
        }
        self.stops[stop].bounds = own;
    }

    /// Notes the verdict about a target from a stop.
    fn note(
        &mut self,
        joined: &Joined<'_, '_>,
        stop: usize,
        question: &Question<'_, '_>,
        target: &Target,
        verdict: &Verdict,
    ) {
        let arrival = self.stops[stop].arrival;
        let Some(from) = joined.object(arrival) else { return };
        let own = &mut self.stops[stop];
        let object = target.object;
        match verdict {
            Verdict::Reachable(witness) => match question.confirmed(target, witness, from) {
                Ok(way) => own.met.push(Met { object, way }),
                Err(why) => own.missed.push((object, TargetVerdict::unknown(&why))),
            },
            Verdict::Unknown(nearest) => own.missed.push((object, question.unknown(target, nearest))),
            Verdict::Impossible(_) => {}
        }
    }

    /// Bounds from the own start of a map alone; `None` without a start, or if a rule is missing.
    pub(super) fn bounds<'b>(&'b self, extent: &'b Extent, map: usize) -> Option<&'b Bounds> {
        let own = &self.stops[self.first_of(map)?];
        own.bounds.as_ref().or(extent.maps[map].bounds.as_ref())
    }

    /// The reason why no way to a target was found: of the first stop from which it may be reached.
    pub(super) fn missed(&self, map: usize, object: u32) -> Option<&TargetVerdict> {
        let own = self.stops.iter().filter(|stop| stop.arrival.map == map);
        let missed = own.flat_map(|stop| &stop.missed);
        missed.into_iter().find(|(missed, _)| *missed == object).map(|(_, why)| why)
    }

    /// The legs of a way to a target: from the own start of its map if one leads from there, else from the start of another map.
    pub(super) fn legs(&self, joined: &Joined<'_, '_>, map: usize, object: u32) -> Option<Vec<Leg>> {
        let firsts = (0..self.stops.len()).filter(|stop| self.stops[*stop].is_first);
        let firsts = self.first_of(map).into_iter().chain(firsts);
        let mut ways = firsts.filter_map(|first| self.steps(joined, first, Arrival { map, object }));
        let steps = ways.next()?;
        Some(steps.into_iter().map(|step| self.leg(joined, step)).collect())
    }

    /// The fewest steps from a stop to an object of a map.
    fn steps(&self, joined: &Joined<'_, '_>, first: usize, to: Arrival) -> Option<Vec<Step>> {
        // For each stop, the step that leads to it.
        let mut came: Vec<Option<Step>> = vec![None; self.stops.len()];
        let mut left = VecDeque::from([first]);
        while let Some(stop) = left.pop_front() {
            let Stop { arrival, met, .. } = &self.stops[stop];
            let last = met.iter().position(|met| arrival.map == to.map && met.object == to.object);
            if let Some(met) = last {
                let mut steps = vec![Step { stop, met }];
                while let Some(step) = came[steps[steps.len() - 1].stop] {
                    steps.push(step);
                }
                steps.reverse();
                return Some(steps);
            }
            for (index, met) in met.iter().enumerate() {
                let behind = joined.behind_object(arrival.map, met.object);
                let next = behind.and_then(|arrival| self.stop_at(arrival));
                if let Some(next) = next.filter(|next| *next != first && came[*next].is_none()) {
                    came[next] = Some(Step { stop, met: index });
                    left.push_back(next);
                }
            }
        }
        None
    }

    fn leg(&self, joined: &Joined<'_, '_>, step: Step) -> Leg {
        let Stop { arrival, met, .. } = &self.stops[step.stop];
        let Met { object, way } = &met[step.met];
        Leg {
            map: joined.maps[arrival.map].subject.path().to_owned(),
            from: arrival.object,
            to: *object,
            ticks: way.inputs.len() as u32,
            way: Some(Box::new(way.clone())),
            witness: None,
        }
    }
}
