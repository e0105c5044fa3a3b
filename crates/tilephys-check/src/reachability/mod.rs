//! Reachability: which goals, items and doors of a map a character can reach, by `tilephys-reach`.
//!
//! Verdicts are about the character alone: enemies and the code of a game are no part of them.

mod drawing;
mod extent;
mod findings;
mod game;
mod hints;
mod joined;
mod legs;
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
    Leg, NearestApproach, ReachReport, Shortfall, Side, StuckFloor, TargetKind, TargetReach, TargetVerdict,
    Way,
};
pub use settings::ReachSettings;

use crate::checks::unreachable;
use crate::findings::{Finding, Findings};
use crate::geometry::in_world;
use crate::settings::Settings;
use crate::subject::Subject;
use extent::Extent;
use game::{End, Game, Path, Playing};
use glam::IVec2;
use joined::{Joined, JoinedMap};
use legs::Ways;
use question::Question;
use report::no_rule;
use targets::Target;
use tilephys_core::{Aabb, lattice::px_from_point};
use tilephys_feel::Input;
use tilephys_reach::{Nearest, Why, Witness};
use tilephys_tiled::Object;

/// Verdicts and stuck floors of a character in a map, with the findings about them; none by default.
#[derive(Default)]
pub(crate) struct MapReach {
    pub(crate) targets: Vec<TargetReach>,
    pub(crate) stuck: Vec<StuckFloor>,
    pub(crate) findings: Vec<Finding>,
}

/// True if a character is named, and a check of its reach runs.
pub(crate) fn is_asked(settings: &Settings) -> bool {
    settings.reach.is_some() && unreachable::CHECKS.iter().any(|check| settings.runs(check.id))
}

/// What the character of the settings reaches in the first `count` of joined maps. `doubt` is the reason why a map beside them is not
/// known.
pub(crate) fn judge(
    maps: &[Subject<'_>],
    count: usize,
    settings: &ReachSettings,
    doubt: Option<String>,
) -> Vec<MapReach> {
    if maps[..count].iter().all(|map| targets::of(map).is_empty()) {
        return Vec::new();
    }
    let joined = Joined::new(maps, settings, doubt);
    let extent = Extent::of(&joined);
    let ways = Ways::of(&joined, &extent, count);
    (0..count)
        .map(|map| Answers { joined: &joined, extent: &extent, ways: &ways, map }.judged(settings))
        .collect()
}

/// Verdicts about the targets of one of the joined maps, and the reasons for them.
struct Answers<'a, 'l> {
    joined: &'a Joined<'a, 'l>,
    extent: &'a Extent,
    ways: &'a Ways,
    map: usize,
}

impl Answers<'_, '_> {
    /// The verdicts, stuck floors and findings about the map.
    fn judged(&self, settings: &ReachSettings) -> MapReach {
        let JoinedMap { subject, targets, question } = &self.joined.maps[self.map];
        let mut verdicts = self.verdicts();
        let mut stuck = Vec::new();
        if let Ok(question) = question {
            question.add_hints(&self.extent.maps[self.map], targets, &mut verdicts);
            if let Some(bounds) = self.ways.bounds(self.extent, self.map)
                && subject.settings.runs(unreachable::STUCK.id)
            {
                let mut traps = question.traps(bounds);
                question.add_ways_out(&mut traps, &question.ways_out());
                stuck = traps.iter().map(|trap| trap.report(subject, question.player.size.y)).collect();
            }
        }
        let judged = targets.iter().zip(verdicts);
        let targets: Vec<TargetReach> =
            judged.map(|(target, verdict)| target.with(subject, verdict)).collect();
        let mut found = Findings::default();
        findings::add(subject, settings, &targets, &mut found);
        findings::add_stuck(subject, settings, &stuck, &mut found);
        MapReach { targets, stuck, findings: found.list }
    }

    /// The verdict of each target of the map.
    fn verdicts(&self) -> Vec<TargetVerdict> {
        self.joined.maps[self.map].targets.iter().map(|target| self.verdict(target)).collect()
    }

    fn verdict(&self, target: &Target) -> TargetVerdict {
        let extent = &self.extent.maps[self.map];
        if let Some(legs) = self.ways.legs(self.joined, self.map, target.object) {
            return TargetVerdict::Reachable { legs };
        }
        if let Some(missed) = self.ways.missed(self.map, target.object) {
            return missed.clone();
        }
        if let Some(why) = &extent.doubt {
            return TargetVerdict::unknown(why);
        }
        match &extent.bounds {
            None => TargetVerdict::unknown(
                "the map has no TpSpawn, and no door leads to it, so there is no start",
            ),
            Some(bounds) if bounds.meets(target.area) => TargetVerdict::unknown(
                "from the start it is out of reach; it may be reached from behind a door or from a checkpoint, and no way was found",
            ),
            Some(bounds) => {
                TargetVerdict::Impossible { short: Shortfall::of(bounds, target.area), hint: None }
            }
        }
    }
}

impl Question<'_, '_> {
    /// The way to a target that a search has found from an object: it counts if the game plays it.
    ///
    /// # Errors
    /// The reason why it does not.
    fn confirmed(&self, target: &Target, witness: &Witness, from: &Object) -> Result<Way, String> {
        let mut game = Game::of(self.map, &self.player, Some(from))?;
        match game.play(&witness.inputs, End::Object(target.object)) {
            Playing::Enters(path) => Ok(self.way(&witness.inputs, path)),
            // Bounds are a guess at another shape.
            _ if !target.is_box => {
                Err("its shape is not a rectangle, and only its bounds were reached".to_owned())
            }
            Playing::Dies { tick } => {
                Err(format!("the game plays the way differently: the character dies in tick {tick}"))
            }
            Playing::Misses => Err("the game plays the way differently: it does not get there".to_owned()),
        }
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

/// Distance of two boxes on each axis, in lattice units; 0 where they overlap.
fn gap(a: Aabb, b: Aabb) -> IVec2 {
    let before = b.min.saturating_sub(a.max);
    let after = a.min.saturating_sub(b.max);
    before.max(after).max(IVec2::ZERO)
}
