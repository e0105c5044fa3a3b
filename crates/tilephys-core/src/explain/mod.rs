//! Collision trace of a move: its segments, its hits, and the reason why each near face was not hit.
//!
//! The move runs once, through the code of every move, with a trace. Everything near its segments is then tested again, one
//! face at a time, by the predicates of the move.

mod data;
mod footing;
mod hit;
mod judge;
mod near;
mod record;
mod replay;
mod text;
mod why_not;
mod words;

pub use data::{
    Class, Explanation, Face, Footing, Outcome, Piece, Reason, Refusal, Start, Taken, TieRule, Verdict,
};
pub use why_not::WhyNot;

use crate::controller::memory_filter::MemoryFilter;
use crate::controller::move_trace::{MoveTrace, TraceEvent};
use crate::controller::walking::Walking;
use crate::controller::{self, Actor, Body, Motion, MoveConfig, MoveExtras};
use crate::grid::{TileGrid, View};
use crate::lattice::displacement;
use crate::response::Response;
use footing::footing;
use glam::Vec2;
use judge::Judge;
use record::Recorder;

impl TileGrid {
    /// Explains a [`move_and_slide`](Self::move_and_slide): its straight segments, the verdict on each face near them, and the
    /// final floor. Changes nothing.
    ///
    /// Takes as long as some hundred moves, and tests only the surroundings of the trajectory.
    ///
    /// ```
    /// use glam::{UVec2, Vec2};
    /// use tilephys_core::{Body, Direction, MoveConfig, Tile, TileCoord, TileGrid, shape::{OneWay, TileShape}};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let ground = grid.add_layer("ground");
    /// let shape = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    /// let plank = grid.add_tile(Tile { shape, ..Tile::default() });
    /// grid.set_tile(ground, TileCoord::new(5, 10), Some(plank));
    ///
    /// // The feet are at 161 px, the plank at 160.
    /// let body = Body::new(Vec2::new(82.0, 150.0), Vec2::new(8.0, 11.0));
    /// let explanation = grid.explain(&body, Vec2::new(0.0, 4.0), &MoveConfig::default());
    /// let text = explanation.to_string();
    /// assert!(text.contains(
    ///     "one-way line of tile 0 at column 5, row 10: not hit, the body started 1 px below it (it blocks from above only)"
    /// ), "{text}");
    /// ```
    ///
    /// # Panics
    /// Like [`move_and_slide`](Self::move_and_slide).
    #[must_use]
    pub fn explain(&self, body: &Body, translation: impl Into<[f32; 2]>, config: &MoveConfig) -> Explanation {
        let translation = Vec2::from(translation.into());
        let mut hits = Vec::new();
        let (after, moved) = self.check(body, translation, config, &mut hits);
        let on_axis = |k: usize| displacement(translation[k], body.remainder[k]);
        let Some((x, y)) = on_axis(0).zip(on_axis(1)) else {
            return Explanation {
                moved,
                after,
                start: Start::Rejected,
                ..Explanation::still(body, config, self.layers())
            };
        };
        // A view with a filter never uses windows of cells, so the whole sweep finds all hits and traces them.
        let filter = MemoryFilter::of(body, config);
        let view = self.view(config.mask).filtered(Some(&filter));
        let mut begun = Motion::of(body, [x, y]);
        begun.keep_in_world(body.size);
        explain_in(
            view,
            body,
            begun,
            config,
            Explanation { moved, ..Explanation::still(body, config, self.layers()) },
        )
    }
}

/// The explanation of a motion that begins as `begun`.
fn explain_in(
    view: View,
    body: &Body,
    begun: Motion,
    config: &MoveConfig,
    still: Explanation,
) -> Explanation {
    let notes = MoveTrace::default();
    let mut special = MoveExtras::plain(config);
    special.notes = Some(&notes);
    let actor = Actor { special: Some(&special), ..Actor::new(view, body.size, config) };
    let mut motion = begun;
    let course = actor.move_whole(&mut motion, &mut |_, _, _| {});

    let notes = notes.borrow();
    let freed = notes.iter().find_map(|note| match note {
        TraceEvent::Begun(motion) => Some(*motion),
        _ => None,
    });
    let first = freed.unwrap_or(begun);
    let stood = config.walk_if_grounded().is_some_and(|walk| Walking::new(actor, walk, &first).stood());
    let mut recorder = Recorder::new(actor, begun, stood);
    notes.iter().for_each(|note| recorder.take(note));
    recorder.end();
    let pieces = recorder.sketches.into_iter().map(|sketch| {
        let at = sketch.piece.from;
        let d = sketch.piece.translation;
        let first = sketch.found;
        let passes = config.response == Response::PassThrough;
        let judge = Judge { actor, memory: &body.memory, at, d, first, passes };
        let (faces, more_faces) = judge.faces();
        Piece { faces, more_faces, ..sketch.piece }
    });
    let pieces: Vec<Piece> = pieces.collect();

    let by = first.position - begun.position;
    let mut after =
        Body { position: motion.position, velocity: motion.velocity, remainder: motion.remainder, ..*body };
    after.memory =
        body.memory.with_taken(course.took, config).aged(view, after.position, body.size, config.stance());
    let start = match course.start {
        controller::Start::Free => Start::Free,
        controller::Start::Pushed(by) => Start::Pushed(by),
        controller::Start::Freed => Start::Freed(by),
        controller::Start::Stuck => Start::Stuck(by),
    };
    let paced = notes.iter().find_map(|note| match *note {
        TraceEvent::Paced(Motion { left, remainder: rest, .. }) => {
            Some(Motion { left, remainder: rest, ..first })
        }
        _ => None,
    });
    let footing = footing(actor, &first, &motion, &still.moved, stood, &pieces);
    Explanation {
        translation: begun.left,
        start,
        begun: paced.unwrap_or(first),
        stood,
        pieces,
        after,
        footing,
        ..still
    }
}

impl Explanation {
    /// The explanation of a rejected move.
    fn still(body: &Body, config: &MoveConfig, layers: &[String]) -> Self {
        Explanation {
            body: *body,
            config: *config,
            translation: glam::IVec2::ZERO,
            start: Start::Free,
            begun: Motion::new(body.position, glam::IVec2::ZERO, body.velocity),
            stood: false,
            pieces: Vec::new(),
            after: *body,
            moved: controller::MoveResult::default(),
            footing: Footing::Hangs,
            layers: layers.to_vec(),
        }
    }
}
