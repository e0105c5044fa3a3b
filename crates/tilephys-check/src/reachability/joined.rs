//! Joined maps: maps that doors lead to and from, with the questions about them, and the tokens that open their ways.

use super::question::Question;
use super::report::no_rule;
use super::settings::ReachSettings;
use super::targets::{self, Target};
use super::tokens::{TokenNames, Tokens};
use crate::subject::Subject;
use glam::IVec2;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use tilephys_core::TileGrid;
use tilephys_core::platform::Mover;
use tilephys_feel::Feel;
use tilephys_reach::{Bounds, Map, MapMover, Player};
use tilephys_tiled::{Door, Object, OpenedSolid, Role, normal_path};

/// Maps that are joined by doors: they are solved together.
pub(crate) struct Joined<'a, 'l> {
    pub(super) maps: Vec<JoinedMap<'a, 'l>>,
    pub(super) names: TokenNames,
    pub(super) settings: &'a ReachSettings,
    /// Reason why the character may come to any of these maps by unknown ways: a map beside them does not load.
    pub(super) doubt: Option<String>,
    /// False as soon as no one waits for the answers any more.
    pub(crate) is_wanted: &'a dyn Fn() -> bool,
    /// Bounds that were made so far.
    floods: RefCell<Vec<Flood>>,
}

/// Bounds of a map from some starts, with tokens.
struct Flood {
    map: usize,
    starts: BTreeSet<[i32; 2]>,
    /// Tokens that matter in the map.
    tokens: Tokens,
    bounds: Result<Rc<Bounds>, String>,
}

/// One of the joined maps.
pub(super) struct JoinedMap<'a, 'l> {
    pub(super) subject: &'a Subject<'l>,
    pub(super) targets: Vec<Target>,
    /// The map as a search takes it without tokens, or the reason why nothing can be decided.
    pub(super) question: Result<Question<'a, 'l>, String>,
    /// Tokens that change the map or the character in it.
    pub(super) relevant: Tokens,
}

/// A position in one of the joined maps, at which the game places the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrival {
    /// Index of the map.
    pub(super) map: usize,
    /// Object at whose feet it is.
    pub(super) object: u32,
}

/// A map with the tokens that are held: its gates are open, and the character has its abilities.
pub(super) struct Stage {
    /// The grid without the gates that are open; `None` if none is.
    grid: Option<TileGrid>,
    /// Solids of the gates that are open.
    opened: Vec<OpenedSolid>,
    pub(super) player: Player,
}

impl Stage {
    /// The map as a search takes it.
    pub(super) fn level<'s>(&'s self, question: &'s Question<'_, '_>) -> Map<'s> {
        Map { grid: self.grid.as_ref().unwrap_or(question.level.grid), ..question.level.clone() }
    }

    /// The map as bounds take it. The gates open at some time, so their solids may hold the character and may not, as lifts do.
    pub(super) fn bounded<'s>(&'s self, question: &'s Question<'_, '_>) -> Map<'s> {
        let mut level = self.level(question);
        let layer = level.grid.layer_ids().next();
        let gates = self.opened.iter().zip(layer.into_iter().cycle()).map(|(solid, layer)| MapMover {
            mover: Mover::of_tile(solid.area.min, layer, solid.tile),
            path: None,
            size: solid.area.max - solid.area.min,
        });
        level.movers.extend(gates);
        level
    }
}

impl<'a, 'l> Joined<'a, 'l> {
    /// Maps with their questions. `doubt` is the reason why a map beside them is not known.
    pub(crate) fn new(
        subjects: &'a [Subject<'l>],
        settings: &'a ReachSettings,
        doubt: Option<String>,
    ) -> Joined<'a, 'l> {
        let known = TokenNames::of(subjects);
        let too_many = known.as_ref().err().cloned();
        let names = known.unwrap_or_default();
        let map = |subject: &'a Subject<'l>| {
            let gates = subject.level.gates.iter().flat_map(|gate| &gate.requires);
            let abilities = subject.settings.abilities.iter().map(|ability| &ability.token);
            JoinedMap {
                subject,
                targets: targets::of(subject, &names),
                question: too_many.clone().map_or_else(|| Question::of(subject, settings), Err),
                relevant: names.set(gates.chain(abilities)),
            }
        };
        let maps = subjects.iter().map(map).collect();
        Joined { maps, names, settings, doubt, is_wanted: &|| true, floods: RefCell::default() }
    }

    /// Tokens that something requires.
    pub(super) fn wanted(&self) -> Tokens {
        let of_map = |map: &JoinedMap<'_, '_>| {
            map.targets.iter().fold(map.relevant, |all, target| all.with(target.requires))
        };
        self.maps.iter().map(of_map).fold(Tokens::default(), Tokens::with)
    }

    /// A map with the tokens that are held.
    pub(super) fn stage(&self, map: usize, tokens: Tokens, question: &Question<'_, '_>) -> Stage {
        let subject = self.maps[map].subject;
        let mut grid = None;
        let mut opened = Vec::new();
        if !subject.level.gates.is_empty() {
            let mut open = subject.level.grid.clone();
            opened = self.open_gates(map, &mut open, tokens);
            grid = Some(open);
        }
        let player = Player { feel: self.feel(map, tokens), ..question.player.clone() };
        Stage { grid, opened, player }
    }

    /// Bounds of the character in a map from some starts, with tokens. They are made once.
    ///
    /// # Errors
    /// The reason why there are none.
    pub(super) fn bounds(&self, map: usize, starts: &[IVec2], tokens: Tokens) -> Result<Rc<Bounds>, String> {
        let tokens = tokens.among(self.maps[map].relevant);
        let places: BTreeSet<[i32; 2]> = starts.iter().map(IVec2::to_array).collect();
        let same = |flood: &&Flood| flood.map == map && flood.tokens == tokens && flood.starts == places;
        if let Some(flood) = self.floods.borrow().iter().find(same) {
            return flood.bounds.clone();
        }
        let bounds = self.flood(map, starts, tokens);
        self.floods.borrow_mut().push(Flood { map, starts: places, tokens, bounds: bounds.clone() });
        bounds
    }

    fn flood(&self, map: usize, starts: &[IVec2], tokens: Tokens) -> Result<Rc<Bounds>, String> {
        let question = self.maps[map].question.as_ref().map_err(Clone::clone)?;
        let stage = self.stage(map, tokens, question);
        let level = stage.bounded(question);
        let bounds = Bounds::with_most(&level, &stage.player, starts, question.budget.nodes);
        bounds.map(Rc::new).map_err(|fault| no_rule(fault.setting))
    }

    /// The controller of the character in a map, with tokens.
    pub(super) fn feel(&self, map: usize, tokens: Tokens) -> Feel {
        let subject = self.maps[map].subject;
        let tile = subject.level.tile_size.y;
        self.settings.feel_with(tile, &subject.settings.abilities, &|token| self.is_held(token, tokens))
    }

    /// Tokens that objects give of which no area is known, such as objects that move: the character may have them at any time.
    pub(super) fn out_of_sight(&self) -> Tokens {
        let of_map = |map: &JoinedMap<'_, '_>| {
            let marks = map.subject.level.marks.iter();
            let unseen = marks.filter(|mark| !map.targets.iter().any(|target| target.object == mark.object));
            unseen.fold(Tokens::default(), |all, mark| all.with(self.names.set(&mark.gives)))
        };
        self.maps.iter().map(of_map).fold(Tokens::default(), Tokens::with)
    }

    /// Takes the gates of a map that tokens open out of a grid. Returns their solids.
    pub(super) fn open_gates(&self, map: usize, grid: &mut TileGrid, tokens: Tokens) -> Vec<OpenedSolid> {
        self.maps[map].subject.level.open_gates(grid, &|token| self.is_held(token, tokens))
    }

    fn is_held(&self, token: &str, tokens: Tokens) -> bool {
        tokens.has(self.names.set([&token.to_owned()]))
    }

    /// Where the character comes out that goes through a door of a map; `None` if the map behind it is not known, or has no such place.
    ///
    /// The game begins the map behind a door anew, also if it is the same map: the character is at rest, and the movers are at tick 0.
    fn behind(&self, map: usize, door: &Door) -> Option<Arrival> {
        let path = normal_path(door.target.as_deref().unwrap_or_else(|| self.maps[map].subject.path()));
        let map = self.maps.iter().position(|joined| normal_path(joined.subject.path()) == path)?;
        let level = self.maps[map].subject.level;
        let object = door.target_object.and_then(|id| level.object(id)).or_else(|| level.spawn())?;
        Some(Arrival { map, object: object.id })
    }

    /// Where the character comes out that goes through an object of a map; `None` if it is no door.
    pub(super) fn behind_object(&self, map: usize, object: u32) -> Option<Arrival> {
        self.behind(map, self.maps[map].subject.level.mark(object)?.door()?)
    }

    /// Where the character may come out from an object of a map that it touches: behind a door, or at a checkpoint after a death.
    pub(super) fn leads_to(&self, map: usize, object: u32) -> Option<Arrival> {
        match &self.maps[map].subject.level.mark(object)?.role {
            Role::Checkpoint => Some(Arrival { map, object }),
            _ => self.behind_object(map, object),
        }
    }

    /// The object of an arrival.
    pub(super) fn object(&self, arrival: Arrival) -> Option<&'l Object> {
        self.maps[arrival.map].subject.level.object(arrival.object)
    }

    /// Min corner of the character at an arrival, in lattice units; `None` outside of the world.
    pub(super) fn corner(&self, arrival: Arrival) -> Option<IVec2> {
        let body = self.maps[arrival.map].subject.player_on(self.object(arrival)?.feet())?;
        Some(body.position)
    }
}
