//! Collision trace of a move as data and as text: its segments, its hits, and the reason why each near face was not hit.
//!
//! The move runs once, through the code of every move, with a trace. Everything near its segments is then tested again, one
//! face at a time, by the predicates of the move.

mod data;
mod footing;
mod hit;
mod judge;
mod record;
mod replay;
mod text;
mod words;

pub use data::{Class, Explanation, Face, Footing, Outcome, Piece, Reason, Refusal, Start, Taken, Verdict};
pub use hit::explain_hit;
pub use tilephys_core::trace::TieRule;

use footing::footing;
use glam::IVec2;
use judge::Judge;
use record::Recorder;
use tilephys_core::moves::{Motion, MoveResult};
use tilephys_core::trace::{self, Beginning, MoveTrace, Surroundings, TraceEvent, trace_move};
use tilephys_core::{Body, MoveConfig, Response, TileGrid};

/// Explains a [`move_and_slide`](TileGrid::move_and_slide): its straight segments, the verdict on each face near them, and the
/// final floor. Changes nothing.
///
/// Takes as long as some hundred moves, and tests only the surroundings of the trajectory.
///
/// ```
/// use glam::{UVec2, Vec2};
/// use tilephys_core::{Body, Direction, MoveConfig, Tile, TileCoord, TileGrid, shape::{OneWay, TileShape}};
/// use tilephys_inspect::explain;
///
/// let mut grid = TileGrid::new(UVec2::splat(16));
/// let ground = grid.add_layer("ground");
/// let shape = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
/// let plank = grid.add_tile(Tile { shape, ..Tile::default() });
/// grid.set_tile(ground, TileCoord::new(5, 10), Some(plank));
///
/// // The feet are at 161 px, the plank at 160.
/// let body = Body::new(Vec2::new(82.0, 150.0), Vec2::new(8.0, 11.0));
/// let explanation = explain(&grid, &body, Vec2::new(0.0, 4.0), &MoveConfig::default());
/// let text = explanation.to_string();
/// assert!(text.contains(
///     "one-way line of tile 0 at column 5, row 10: not hit, the body started 1 px below it (it blocks from above only)"
/// ), "{text}");
/// ```
///
/// # Panics
/// Like [`move_and_slide`](TileGrid::move_and_slide).
#[must_use]
pub fn explain(
    grid: &TileGrid,
    body: &Body,
    translation: impl Into<[f32; 2]>,
    config: &MoveConfig,
) -> Explanation {
    let MoveTrace { after, moved, events } = trace_move(grid, body, translation.into(), config);
    let still = Explanation { after, moved, ..Explanation::still(body, config, grid.layers()) };
    let beginning = events.iter().find_map(|event| match event {
        TraceEvent::Begun(beginning) => Some(*beginning),
        _ => None,
    });
    let Some(beginning) = beginning else { return Explanation { start: Start::Rejected, ..still } };
    let Beginning { translation, motion: first, start, stood, .. } = beginning;

    let mut recorder = Recorder::new(config, first);
    events.iter().for_each(|event| recorder.take(event));
    recorder.end();
    let surroundings = Surroundings::new(grid, body, config);
    let pieces = recorder.sketches.into_iter().map(|sketch| {
        let segment = surroundings.segment(sketch.piece.from, sketch.piece.translation);
        let passes = config.response == Response::PassThrough;
        let judge = Judge { grid, body, config, segment, piece: &sketch.piece, first: sketch.found, passes };
        let (faces, more_faces) = judge.faces();
        Piece { faces, more_faces, ..sketch.piece }
    });
    let pieces: Vec<Piece> = pieces.collect();

    let mut begun = first;
    if let Some(TraceEvent::Paced(paced)) = events.iter().find(|event| matches!(event, TraceEvent::Paced(_)))
    {
        begun.left = paced.left;
        begun.remainder = paced.remainder;
    }
    let by = first.position - body.position;
    let start = match start {
        trace::Start::Free => Start::Free,
        trace::Start::Pushed(by) => Start::Pushed(by),
        trace::Start::Freed => Start::Freed(by),
        trace::Start::Stuck => Start::Stuck(by),
    };
    let steep = surroundings.steep_under(after.position);
    let footing = footing(&still, &beginning, steep, &pieces);
    Explanation { translation, start, begun, stood, pieces, footing, ..still }
}

impl Explanation {
    /// The explanation of a rejected move.
    fn still(body: &Body, config: &MoveConfig, layers: &[String]) -> Self {
        Explanation {
            body: *body,
            config: *config,
            translation: IVec2::ZERO,
            start: Start::Free,
            begun: Motion::new(body.position, IVec2::ZERO, body.velocity),
            stood: false,
            pieces: Vec::new(),
            after: *body,
            moved: MoveResult::default(),
            footing: Footing::Hangs,
            layers: layers.to_vec(),
        }
    }
}
