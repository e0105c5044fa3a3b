//! Polylines that are solid from both sides: walls of one lattice unit that no body passes.

use crate::support;

use glam::{IVec2, Vec2};
use support::rng::Rng;
use support::{level, map, property};
use tilephys_core::{Body, MoveConfig, Response, TileGrid, UNITS_PER_PX, Walk};

impl Rng {
    /// A number from `least` to below `most`.
    fn from(&mut self, least: f32, most: f32) -> f32 {
        least + self.unit() * (most - least)
    }
}

/// The grid of a map with these lines in a colliding layer.
fn grid(lines: &[Vec<Vec2>]) -> TileGrid {
    let points = |line: &[Vec2]| line.iter().map(|p| format!("{},{} ", p.x, p.y)).collect::<String>();
    let object = |(i, line): (usize, &Vec<Vec2>)| {
        format!("<object id=\"{}\" x=\"0\" y=\"0\"><polyline points=\"{}\"/></object>", i + 1, points(line))
    };
    let objects: String = lines.iter().enumerate().map(object).collect();
    let layer =
        format!("<objectgroup name=\"walls\">{}{objects}</objectgroup>", property("tp_collision", "on"));
    let mut level = level(&map("20x20", &layer));
    assert!(level.warnings.is_empty(), "{:?}", level.warnings);
    level.take_grid()
}

/// True if a point lies in the polygon of these corners, in px.
fn is_inside(corners: &[Vec2], p: Vec2) -> bool {
    let mut inside = false;
    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        if (a.y <= p.y) != (b.y <= p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    inside
}

/// The middle of a body, in px.
fn middle(body: &Body) -> Vec2 {
    (body.position + body.size / 2).as_vec2() / UNITS_PER_PX as f32
}

#[test]
fn a_line_stops_bodies_from_both_sides() {
    // Without height or width, as rectangles drawn in haste.
    let flat = grid(&[vec![Vec2::new(0.0, 100.0), Vec2::new(200.0, 100.0)]]);
    let rows = [
        (Vec2::new(50.0, 20.0), Vec2::new(0.0, 5000.0), 100.0 - 11.0),
        (Vec2::new(50.0, 300.0), Vec2::new(0.0, -5000.0), 100.0),
    ];
    for (from, way, y) in rows {
        let mut body = Body::new(from, Vec2::new(8.0, 11.0));
        flat.move_and_slide(&mut body, way, &MoveConfig::default(), &mut Vec::new());
        let found = body.position.as_vec2() / UNITS_PER_PX as f32;
        // From below it is one unit lower, the thickness of the wall.
        let off = found.y - y;
        assert!((0.0..=1.0 / 256.0).contains(&off), "{found} from {from}");
    }
}

#[test]
fn no_body_leaves_a_closed_line_at_any_speed() {
    let mut rng = Rng::new(7);
    for round in 0..12 {
        // A star around a point, so that the line crosses nothing.
        let n = 3 + (rng.unit() * 60.0) as usize;
        let corner = |i: usize, rng: &mut Rng| {
            let turn = Vec2::from_angle(i as f32 / n as f32 * std::f32::consts::TAU);
            let at = Vec2::splat(160.0) + turn * rng.from(60.0, 150.0);
            (at * 4.0).round() / 4.0
        };
        let mut line: Vec<Vec2> = (0..n).map(|i| corner(i, &mut rng)).collect();
        let corners = line.clone();
        line.push(line[0]);
        let grid = grid(&[line]);
        for _ in 0..12 {
            let side = if rng.unit() < 0.5 { 1.0 / 256.0 } else { rng.from(0.5, 6.0) };
            let mut body = Body::new(Vec2::splat(160.0 - side / 2.0), Vec2::splat(side));
            let way = Vec2::from_angle(rng.from(0.0, std::f32::consts::TAU));
            body.velocity = way * rng.from(1.0, 40.0) * rng.from(1.0, 40.0);
            let response =
                if rng.unit() < 0.5 { Response::Slide } else { Response::Bounce { restitution: 1.0 } };
            let config = MoveConfig { response, ..MoveConfig::default() };
            for step in 0..30 {
                let translation = if response == Response::Slide {
                    Vec2::from_angle(rng.from(0.0, std::f32::consts::TAU)) * rng.from(0.0, 1500.0)
                } else {
                    body.velocity
                };
                let moved = grid.move_and_slide(&mut body, translation, &config, &mut Vec::new());
                assert!(!moved.stuck, "round {round}, step {step}");
                assert!(
                    is_inside(&corners, middle(&body)),
                    "round {round}, step {step}: {} left {corners:?}",
                    middle(&body)
                );
            }
        }
    }
}

#[test]
fn no_body_passes_an_open_line_from_outside() {
    let mut rng = Rng::new(3);
    for round in 0..10 {
        // From edge to edge, up and down at random: it divides above from below.
        let n = 2 + (rng.unit() * 80.0) as usize;
        let line: Vec<Vec2> = (0..=n)
            .map(|i| {
                Vec2::new(
                    (i as f32 / n as f32 * 1280.0).round() / 4.0,
                    (rng.from(100.0, 220.0) * 4.0).round() / 4.0,
                )
            })
            .collect();
        let ends = [Vec2::new(320.0, 5000.0), Vec2::new(0.0, 5000.0)];
        let below: Vec<Vec2> = line.iter().copied().chain(ends).collect();
        let walls = [Vec2::new(0.0, -400.0), line[0], Vec2::new(0.0, 700.0)];
        let others = [Vec2::new(320.0, -400.0), line[n], Vec2::new(320.0, 700.0)];
        let grid = grid(&[line, walls.to_vec(), others.to_vec()]);
        for _ in 0..20 {
            let is_below = rng.unit() < 0.5;
            let at = Vec2::new(rng.from(20.0, 300.0), if is_below { 300.0 } else { 60.0 });
            let mut body = Body::new(at, Vec2::new(rng.from(0.01, 6.0), rng.from(0.01, 6.0)));
            for _ in 0..20 {
                let down = if is_below { -1.0 } else { 1.0 };
                let way = Vec2::new(rng.from(-1.0, 1.0), rng.from(0.0, 1.0) * down) * rng.from(0.0, 400.0);
                grid.move_and_slide(&mut body, way, &MoveConfig::default(), &mut Vec::new());
                assert_eq!(is_inside(&below, middle(&body)), is_below, "round {round}: {}", middle(&body));
            }
        }
    }
}

#[test]
fn a_walker_goes_along_a_line_without_a_snag() {
    let shapes: [&dyn Fn(f32) -> f32; 4] = [
        &|_| 200.0,
        &|x| 200.0 - x / 4.0,
        &|x| 150.0 + x / 3.0,
        // Hills of 26 degrees.
        &|x| 200.0 - ((x / 40.0) % 2.0 - 1.0).abs() * 20.0,
    ];
    for (shape, height) in shapes.iter().enumerate() {
        for piece in [2.5, 5.0, 20.0] {
            let line: Vec<Vec2> = (0..=(320.0 / piece) as i32)
                .map(|i| i as f32 * piece)
                .map(|x| Vec2::new(x, height(x)))
                .collect();
            for right in [true, false] {
                let grid = grid(std::slice::from_ref(&line));
                let from = if right { 20.0 } else { 290.0 };
                let mut body = Body::new(Vec2::new(from, height(from) - 40.0), Vec2::new(8.0, 11.0));
                let config = MoveConfig { walk: Walk::default(), ..MoveConfig::default() };
                let way = if right { 3.0 } else { -3.0 };
                let mut hits = Vec::new();
                for _ in 0..60 {
                    body.velocity = Vec2::new(0.0, 120.0);
                    grid.move_and_slide(&mut body, Vec2::new(0.0, 2.0), &config, &mut hits);
                }
                for step in 0..80 {
                    let before = body.position;
                    body.velocity = Vec2::new(way * 60.0, 60.0);
                    let moved = grid.move_and_slide(&mut body, Vec2::new(way, 1.0), &config, &mut hits);
                    let gone = (body.position.x - before.x) as f32 / UNITS_PER_PX as f32;
                    assert!(
                        moved.floor.is_some(),
                        "shape {shape}, pieces of {piece}, step {step}: in the air"
                    );
                    assert!(
                        gone.abs() > 2.0 && moved.wall.is_none(),
                        "shape {shape}, pieces of {piece}, step {step}: {gone} px, {:?}",
                        moved.wall
                    );
                }
            }
        }
    }
}

#[test]
fn pieces_without_length_are_ignored() {
    let point = Vec2::new(20.0, 30.0);
    let grid = grid(&[vec![point, point, Vec2::new(60.0, 30.0), Vec2::new(60.0, 30.0)]]);
    let [(_, wall)] = grid.off_grid_shapes().collect::<Vec<_>>()[..] else { panic!("one wall") };
    assert_eq!(wall.origin(), IVec2::new(20, 30) * UNITS_PER_PX);
}
