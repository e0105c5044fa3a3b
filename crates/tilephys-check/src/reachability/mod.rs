//! Reachability: which goals, items and doors of a map a character can reach, by `tilephys-reach`.
//!
//! Verdicts are about the character alone: enemies and the code of a game are no part of them.

mod arrivals;
mod drawing;
mod findings;
mod game;
mod hints;
mod level_reach;
mod question;
mod report;
pub(crate) mod settings;
mod targets;
mod traps;
mod union;

pub use drawing::{ReachMark, ReachMeaning, ReachShape};
pub(crate) use game::DT;
pub use level_reach::LevelReach;
pub use report::{
    NearestApproach, ReachReport, Shortfall, Side, StuckFloor, TargetKind, TargetReach, TargetVerdict, Way,
};
pub use settings::ReachSettings;

use crate::checks::unreachable;
use crate::findings::Findings;
use crate::geometry::in_world;
use crate::subject::Subject;
use arrivals::Arrivals;
use game::{End, Game, Path, Playing};
use glam::IVec2;
use question::Question;
use targets::Target;
use tilephys_core::{Aabb, lattice::px_from_point};
use tilephys_feel::Input;
use tilephys_reach::{Bounds, Nearest, Verdict, Why, Witness, reach};

/// Verdicts and stuck floors of a character in a map; none by default.
#[derive(Default)]
pub(crate) struct MapReach {
    pub(crate) targets: Vec<TargetReach>,
    pub(crate) stuck: Vec<StuckFloor>,
}

/// Adds the findings about the reach of the character. Returns what is known; nothing if the check is off.
pub(crate) fn judge(map: &Subject<'_>, out: &mut Findings) -> MapReach {
    let Some(settings) = &map.settings.reach else { return MapReach::default() };
    let runs = unreachable::CHECKS.iter().any(|check| map.settings.runs(check.id));
    let targets = targets::of(map);
    if !runs || targets.is_empty() {
        return MapReach::default();
    }
    let mut traps = Vec::new();
    let verdicts = match Question::of(map, settings) {
        Ok(question) => {
            let Answers { mut verdicts, bounds, arrivals } = question.answers(&targets);
            if let Some(arrivals) = arrivals {
                question.add_hints(&arrivals, &targets, &mut verdicts);
            }
            if let Some(bounds) = bounds.filter(|_| map.settings.runs(unreachable::STUCK.id)) {
                let height = question.player.size.y;
                let mut found = question.traps(&bounds);
                question.add_ways_out(&mut found, &question.ways_out());
                traps = found.iter().map(|trap| trap.report(map, height)).collect();
            }
            verdicts
        }
        Err(why) => targets.iter().map(|_| TargetVerdict::unknown(&why)).collect(),
    };
    let judged = targets.iter().zip(verdicts);
    let targets: Vec<TargetReach> = judged.map(|(target, verdict)| target.with(map, verdict)).collect();
    findings::add(map, settings, &targets, out);
    findings::add_stuck(map, settings, &traps, out);
    MapReach { targets, stuck: traps }
}

/// Verdicts of all targets of a question, and what they rest on.
struct Answers {
    verdicts: Vec<TargetVerdict>,
    /// Bounds of the character; `None` if a rule is missing.
    bounds: Option<Bounds>,
    /// Other ways into the map; `None` if no target is beyond the bounds.
    arrivals: Option<Arrivals>,
}

impl Question<'_, '_> {
    /// The verdict of each target.
    fn answers(&self, targets: &[Target]) -> Answers {
        let areas: Vec<_> = targets.iter().map(Target::asked).collect();
        let found = reach(&self.level, &self.player, self.at, &areas, &self.budget);
        let has_impossible = found.verdicts.iter().any(|verdict| matches!(verdict, Verdict::Impossible(_)));
        let arrivals = if has_impossible { Some(Arrivals::of(self)) } else { None };
        let verdict = |(target, verdict): (&Target, &Verdict)| match verdict {
            Verdict::Reachable(witness) => self.confirmed(target, witness),
            Verdict::Impossible(_) => {
                match arrivals.as_ref().and_then(|arrivals| arrivals.way_to(target, self)) {
                    Some(why) => TargetVerdict::unknown(&why),
                    None => {
                        let bounds = found.bounds.as_ref();
                        let short = bounds.and_then(|bounds| Shortfall::of(bounds, target.area));
                        TargetVerdict::Impossible { short, hint: None }
                    }
                }
            }
            Verdict::Unknown(nearest) => self.unknown(target, nearest),
        };
        let verdicts = targets.iter().zip(&found.verdicts).map(verdict).collect();
        Answers { verdicts, bounds: found.bounds, arrivals }
    }

    /// The verdict of a target for which a search has found a way: it counts if the game plays it.
    fn confirmed(&self, target: &Target, witness: &Witness) -> TargetVerdict {
        let played = Game::of(self.map, &self.player)
            .map(|mut game| game.play(&witness.inputs, End::Object(target.object)));
        let why = match played {
            Ok(Playing::Enters(path)) => {
                let way = self.way(&witness.inputs, path);
                let ticks = way.inputs.len() as u32;
                return TargetVerdict::Reachable { ticks, way: Some(Box::new(way)) };
            }
            // Bounds are a guess at another shape.
            Ok(_) if !target.is_box => {
                "its shape is not a rectangle, and only its bounds were reached".to_owned()
            }
            Ok(Playing::Dies { tick }) => {
                format!("the game plays the way differently: the character dies in tick {tick}")
            }
            Ok(Playing::Misses) => "the game plays the way differently: it does not get there".to_owned(),
            Err(why) => why,
        };
        TargetVerdict::unknown(&why)
    }

    /// The way that inputs lead along a path.
    fn way(&self, inputs: &[Input], path: Path) -> Way {
        let mut inputs = inputs.to_vec();
        inputs.resize(path.ticks(), Input::default());
        Way { inputs, feel: self.player.feel.clone(), path: path.places, jumps: path.jumps }
    }

    fn unknown(&self, target: &Target, nearest: &Nearest) -> TargetVerdict {
        let why = match nearest.why {
            Why::Budget => "the search used up its budget of states".to_owned(),
            Why::Exhausted => "the search tried everything that it tells apart".to_owned(),
            Why::Differs => "a way was found, but it ends elsewhere when it is played alone".to_owned(),
            Why::NoRule(setting) => return TargetVerdict::unknown(&no_rule(setting)),
        };
        let approach = nearest.position.and_then(|position| {
            let body = in_world(Aabb { min: position, max: position.checked_add(self.player.size)? })?;
            let apart = gap(body, target.area);
            let feet = IVec2::new(body.min.x + self.player.size.x / 2, body.max.y);
            Some(NearestApproach { feet: px_from_point(feet), apart: px_from_point(apart).length() })
        });
        TargetVerdict::Unknown { why, nearest: approach, hint: None }
    }
}

/// The reason that a setting or an object is beyond the rules.
fn no_rule(setting: &str) -> String {
    match setting {
        // A limit, and no rule that may come.
        "the size of the map" => "the map is too large for bounds of the character".to_owned(),
        _ => format!("there is no rule for {setting} yet"),
    }
}

/// Distance of two boxes on each axis, in lattice units; 0 where they overlap.
fn gap(a: Aabb, b: Aabb) -> IVec2 {
    let before = b.min.saturating_sub(a.max);
    let after = a.min.saturating_sub(b.max);
    before.max(after).max(IVec2::ZERO)
}
