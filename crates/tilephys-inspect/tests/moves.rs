//! Explanations against the moves that they explain.

use crate::bodies::{body, config, remember, translation, velocity};
use crate::rng::Rng;
use crate::scenes::world;
use crate::volume::seeds;
use glam::Vec2;
use tilephys_core::{Body, Hit, MoveConfig, Obstacle, Response, TileGrid};
use tilephys_inspect::explain;
use tilephys_inspect::explain::{Explanation, Outcome, Reason, Refusal, Verdict};

/// One move, all about it.
struct Case<'a> {
    grid: &'a TileGrid,
    body: Body,
    translation: Vec2,
    config: MoveConfig,
    hits: Vec<Hit>,
    after: Body,
    explanation: Explanation,
}

/// Plays many random moves in small worlds, each body some in a row.
fn each_case(subject: u64, mut visit: impl FnMut(&Case)) {
    for seed in seeds(200, 3_000) {
        let mut rng = Rng::new(subject << 32 | seed);
        let grid = world(&mut rng);
        for _ in 0..6 {
            let (mut body, config) = (body(&mut rng, &grid), config(&mut rng));
            let pace = rng.chance(60).then(|| rng.range(-300, 300) as f32);
            if pace.is_some() {
                body.velocity = Vec2::ZERO;
                let down = config.up.vector().as_vec2() * -200.0;
                body = grid.check(&body, down, &config, &mut Vec::new()).0;
            }
            for _ in 0..8 {
                if let Some(pace) = pace {
                    // Gravity, whichever way is down, and level speed.
                    body.velocity -= config.up.vector().as_vec2() * 15.0;
                    body.velocity[1 - config.up.axis()] = pace;
                } else if rng.chance(40) {
                    body.velocity = velocity(&mut rng);
                }
                remember(&mut rng, &grid, &mut body, &config);
                let translation = if pace.is_some() {
                    body.velocity / 30.0
                } else {
                    translation(&mut rng, &grid, body.velocity)
                };
                let mut hits = Vec::new();
                let (after, _) = grid.check(&body, translation, &config, &mut hits);
                let explanation = explain(&grid, &body, translation, &config);
                visit(&Case { grid: &grid, body, translation, config, hits, after, explanation });
                body = after;
            }
        }
    }
}

fn met(hit: &Hit) -> Obstacle {
    Obstacle {
        layer: hit.target.layer,
        cell: hit.target.cell,
        tile: hit.target.tile,
        off_grid: hit.target.off_grid,
    }
}

fn bits(v: Vec2) -> [u32; 2] {
    [v.x.to_bits(), v.y.to_bits()]
}

impl Case<'_> {
    fn told(&self) -> String {
        format!(
            "{:?}\nby {} with {:?}\n{:#}\nreally {:?}\n{:?}\n{:#?}",
            self.body,
            self.translation,
            self.config,
            self.explanation,
            self.after,
            self.hits,
            self.explanation
        )
    }
}

#[test]
fn an_explained_move_ends_where_the_move_ends() {
    each_case(0, |case| {
        let (got, want) = (&case.explanation.after, &case.after);
        assert_eq!(got, want, "{}", case.told());
        assert_eq!(bits(got.velocity), bits(want.velocity), "{}", case.told());
        assert_eq!(bits(got.remainder), bits(want.remainder), "{}", case.told());
    });
}

#[test]
fn taken_faces_are_the_hits() {
    let mut taken = 0;
    each_case(1, |case| {
        if case.config.response == Response::PassThrough {
            let entered = case.explanation.pieces.iter().flat_map(|piece| &piece.faces);
            let mut entered: Vec<_> =
                entered.filter(|f| f.verdict == Verdict::Taken).map(|f| (f.met, f.part, f.normal)).collect();
            let mut hits: Vec<_> = case.hits.iter().map(|h| (met(h), h.part, h.shape.normal)).collect();
            entered.sort_by_key(|e| (e.0, e.1, e.2.to_array()));
            hits.sort_by_key(|e| (e.0, e.1, e.2.to_array()));
            assert_eq!(entered, hits, "{}", case.told());
            return;
        }
        let faces: Vec<_> = case.explanation.taken().collect();
        assert_eq!(faces.len(), case.hits.len(), "{}", case.told());
        for ((_, face, hit), want) in faces.into_iter().zip(&case.hits) {
            taken += 1;
            let got = (face.met, face.part, face.normal, face.open.is_some(), hit.fraction, hit.position);
            let want = (
                met(want),
                want.part,
                want.shape.normal,
                want.one_way,
                want.shape.fraction,
                want.shape.position,
            );
            assert_eq!(got, want, "{}", case.told());
            assert_eq!(face.verdict, Verdict::Taken);
        }
    });
    assert!(taken > 3000, "{taken} hits are too few to tell");
}

#[test]
fn an_explanation_replayed_without_a_grid_ends_at_the_same_place() {
    let mut outcomes = std::collections::BTreeMap::new();
    each_case(2, |case| {
        let (position, velocity) = case.explanation.replay();
        assert_eq!(
            (position, bits(velocity)),
            (case.after.position, bits(case.after.velocity)),
            "{}",
            case.told()
        );
        for piece in &case.explanation.pieces {
            let outcome = piece.hit.map(|hit| hit.outcome);
            *outcomes.entry(format!("{:?} {:?} {outcome:?}", piece.reason, piece.gone)).or_insert(0) += 1;
        }
    });
    println!("{outcomes:#?}");
    for outcome in [
        (Reason::Motion, Outcome::Walks),
        (Reason::Motion, Outcome::Slides),
        (Reason::Rest, Outcome::Crevice),
        (Reason::Motion, Outcome::Blocked),
        (Reason::Motion, Outcome::Passes),
        (Reason::Motion, Outcome::Bounces),
        (Reason::Motion, Outcome::Rests),
        (Reason::Motion, Outcome::Turns),
        (Reason::Motion, Outcome::Stops),
        (Reason::Rest, Outcome::LastHit),
        (Reason::Snap, Outcome::Lands),
    ] {
        let key = format!("{:?} true Some({:?})", outcome.0, outcome.1);
        assert!(outcomes.contains_key(&key), "{key} was never met");
    }
}

#[test]
fn nothing_is_reached_before_what_was_hit() {
    let mut refusals = std::collections::BTreeMap::new();
    each_case(3, |case| {
        for piece in &case.explanation.pieces {
            for face in &piece.faces {
                let Verdict::Refused(refusal) = face.verdict else { continue };
                assert!(refusal != Refusal::Overlooked, "{face:?} of {piece:?}\n{}", case.told());
                let name = format!("{refusal:?}");
                let name = name.split([' ', '{']).next().unwrap_or_default().to_owned();
                *refusals.entry(name).or_insert(0) += 1;
                let first = piece.faces[0].reached.filter(|_| piece.hit.is_some());
                match (refusal, first.zip(face.reached)) {
                    (Refusal::Later, Some((first, own))) => assert!(first < own, "{}", case.told()),
                    (Refusal::Tie(_), Some((first, own))) => assert!(first == own, "{}", case.told()),
                    _ => {}
                }
            }
        }
        assert!(!case.grid.layers().is_empty());
    });
    println!("{refusals:#?}");
    assert!(refusals.len() >= 18, "{refusals:?}");
}
