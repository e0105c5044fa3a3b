//! Reachability: which goals, items and doors of a map a character can reach, by `tilephys-reach`.
//!
//! Verdicts are about the character alone: enemies and the code of a game are no part of them.

mod barriers;
mod drawing;
mod exact;
mod extent;
mod findings;
mod game;
mod hints;
mod joined;
mod lacks;
mod legs;
mod level_reach;
mod path_tree;
mod question;
mod report;
pub(crate) mod settings;
mod targets;
mod tokens;
mod traps;
mod union;

pub use drawing::{ReachMark, ReachMeaning, ReachShape};
pub(crate) use game::DT;
pub(crate) use joined::Joined;
pub use level_reach::LevelReach;
pub use report::{
    Lack, LackReason, Leg, NearestApproach, ReachReport, Shortfall, Side, StuckFloor, TargetKind,
    TargetReach, TargetVerdict, Way,
};
pub use settings::{Ability, FeelPart, ReachSettings};

use crate::checks::unreachable;
use crate::findings::{Finding, Findings};
use crate::geometry::in_world;
use crate::settings::Settings;
use crate::subject::Subject;
use extent::Extent;
use game::{End, Game, Playing, Touch};
use glam::IVec2;
use joined::{Arrival, JoinedMap};
use lacks::Lacks;
use legs::Ways;
use question::Question;
use report::no_rule;
use std::rc::Rc;
use targets::Target;
use tilephys_core::{Aabb, lattice::px_from_point};
use tilephys_ecs::Physics;
use tilephys_feel::Input;
use tilephys_reach::{Nearest, Player, Why};
use tokens::{TokenNames, Tokens};
use traps::Trap;

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
    if maps[..count].iter().all(|map| targets::of(map, &TokenNames::default()).is_empty()) {
        return Vec::new();
    }
    let joined = Joined::new(maps, settings, doubt);
    let answers = Answers::of(&joined, count, maps.len(), &mut |_, _| {});
    (0..count).map(|map| answers.judged(map, settings)).collect()
}

/// Verdicts about the targets of joined maps, and the reasons for them.
struct Answers<'j, 'a, 'l> {
    joined: &'j Joined<'a, 'l>,
    extent: Rc<Extent>,
    ways: Ways<'j, 'a, 'l>,
    lacks: Lacks<'j, 'a, 'l>,
}

impl<'j, 'a, 'l> Answers<'j, 'a, 'l> {
    /// Answers about the first `count` maps. Ways lead through the first `scope` maps. `show` gets the way to the first target of each map
    /// as soon as it is found.
    fn of(
        joined: &'j Joined<'a, 'l>,
        count: usize,
        scope: usize,
        show: &mut dyn FnMut(&Target, Leg),
    ) -> Self {
        let mut ways = Ways::of_starts(joined, count, show);
        let is_open = (joined.is_wanted)() && ways.has_open();
        let extent =
            if is_open { Extent::of(joined, Tokens::default()) } else { Extent::of_starts(joined, count) };
        let extent = Rc::new(extent);
        if is_open {
            ways.go_on(extent.clone(), scope);
        }
        let lacks = Lacks::of(joined, extent.clone(), count);
        Answers { joined, extent, ways, lacks }
    }

    /// The verdicts, stuck floors and findings about a map.
    fn judged(&self, map: usize, settings: &ReachSettings) -> MapReach {
        let JoinedMap { subject, targets, question, .. } = &self.joined.maps[map];
        let mut verdicts = self.verdicts(map);
        let mut stuck = Vec::new();
        if let Ok(question) = question {
            self.add_hints(map, question, &mut verdicts);
            if subject.settings.runs(unreachable::STUCK.id) {
                let mut traps = self.traps(map, question);
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

    /// Adds hints to the verdicts of targets beyond the extent of a map.
    fn add_hints(&self, map: usize, question: &Question<'_, '_>, verdicts: &mut [TargetVerdict]) {
        let stage = self.joined.stage(map, self.extent.tokens, question);
        let targets = &self.joined.maps[map].targets;
        question.add_hints(&stage, &self.extent.maps[map], targets, verdicts);
    }

    /// Floors of a map that the character gets onto from the start, and that nothing leads out of, whatever tokens it has.
    fn traps(&self, map: usize, question: &Question<'_, '_>) -> Vec<Trap> {
        let Some(start) = question.start else { return Vec::new() };
        let bounds = self.joined.bounds(map, &[start], self.extent.tokens);
        bounds.map_or_else(|_| Vec::new(), |bounds| question.traps(&bounds))
    }

    /// The verdict of each target of a map.
    fn verdicts(&self, map: usize) -> Vec<TargetVerdict> {
        self.joined.maps[map].targets.iter().map(|target| self.verdict(map, target)).collect()
    }

    fn verdict(&self, map: usize, target: &Target) -> TargetVerdict {
        let extent = &self.extent.maps[map];
        if let Some(legs) = self.ways.legs(map, target.object) {
            return TargetVerdict::Reachable { legs };
        }
        if let Some(missed) = self.ways.missed(map, target.object) {
            return missed.clone();
        }
        if let Some(why) = &extent.doubt {
            return TargetVerdict::unknown(why);
        }
        if self.extent.may_meet(map, target) {
            return TargetVerdict::unknown(
                "from the start it is out of reach; it may be reached from behind a door, from a checkpoint or with a token, and no way \
                 was found",
            );
        }
        let lacks = self.lacks.about(map, target);
        let Some(bounds) = extent.bounds.as_ref().filter(|_| lacks.is_empty()) else {
            return match lacks.is_empty() {
                true => TargetVerdict::unknown(NO_START),
                false => TargetVerdict::Impossible { short: None, lacks, hint: None },
            };
        };
        let short = if bounds.meets(target.area) { None } else { Shortfall::of(bounds, target.area) };
        TargetVerdict::Impossible { short, lacks, hint: None }
    }
}

/// Reason why nothing is known of a map without a start.
const NO_START: &str = "the map has no TpSpawn, and no door leads to it, so there is no start";

impl Joined<'_, '_> {
    /// The way to a target that inputs lead from an arrival, with the tokens that the character brings: it counts if the game plays it.
    ///
    /// # Errors
    /// The reason why it does not.
    fn confirmed(
        &self,
        arrival: Arrival,
        brought: Tokens,
        target: &Target,
        inputs: &[Input],
    ) -> Result<Way, String> {
        let map = arrival.map;
        let JoinedMap { subject, targets, question, .. } = &self.maps[map];
        let question = question.as_ref().map_err(Clone::clone)?;
        let player = Player { feel: self.feel(map, brought), ..question.player.clone() };
        let mut game = Game::of(subject, &player, self.object(arrival))?;
        self.open_gates(map, game.grid_mut(), brought);
        let mut tokens = brought;
        let mut touch = |object: u32, physics: &mut Physics| {
            let touched = targets.iter().find(|target| target.object == object);
            let Some(touched) = touched.filter(|touched| !tokens.has(touched.gives.with(touched.requires)))
            else {
                return Touch::NOTHING;
            };
            if !tokens.has(touched.requires) {
                return Touch { counts: false, feel: None };
            }
            tokens = tokens.with(touched.gives);
            self.open_gates(map, physics.grid_mut(), tokens);
            Touch { counts: true, feel: Some(self.feel(map, tokens)) }
        };
        match game.play(inputs, End::Object(target.object), &mut touch) {
            Playing::Enters(path) => Ok(path.way(&player.feel, inputs)),
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
}

impl Question<'_, '_> {
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
            let feet = |corner: IVec2| px_from_point(corner + self.player.size * IVec2::new(1, 2) / 2);
            Some(NearestApproach {
                feet: feet(body.min),
                floor: nearest.floor.map(feet),
                apart: px_from_point(apart).length(),
            })
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
