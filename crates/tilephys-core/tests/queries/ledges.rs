//! Ledges ahead of a walking body: chosen scenes; random rows of tiles against columns of floor in whole pixels; random levels with
//! slopes against a copy of the world that is stepped.

use crate::meter::Meter;
use crate::rng::Rng;
use crate::stage::step_with_velocity;
use glam::{UVec2, Vec2};
use tilephys_core::platform::Mover;
use tilephys_core::{
    Body, BodyCollision, BodyId, Direction, Profile, ProfileId, Tile, TileCoord, TileGrid, Walk, World,
    moves::Snap,
    shape::{OneWay, Slope, TileShape},
};

/// A world from rows of tiles of 16 px: stone, slopes, one-way lines, movers in the size of a tile.
fn world(rows: &[&str]) -> World {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let stone = grid.add_tile(Tile::default());
    let slope = |heights| TileShape::Slope(Slope { side: Direction::Down, heights });
    let mut add = |shape| grid.add_tile(Tile { shape, ..Tile::default() });
    let up = add(slope([0, 16 * 256]));
    let down = add(slope([16 * 256, 0]));
    let line = add(TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up)));
    let mut movers = Vec::new();
    for (row, text) in (0..).zip(rows) {
        for (col, tile) in (0..).zip(text.chars()) {
            let tile = match tile {
                '#' => Some(stone),
                '/' => Some(up),
                '\\' => Some(down),
                '-' => Some(line),
                'M' => {
                    movers.push(Vec2::new(col as f32, row as f32) * 16.0);
                    None
                }
                _ => None,
            };
            grid.set_tile(layer, TileCoord::new(col, row), tile);
        }
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    for at in movers {
        world.add_mover(Mover::new(at, Vec2::splat(16.0), layer, stone)).expect("it is sound");
    }
    world
}

fn stand(world: &mut World, at: [f32; 2], size: [f32; 2]) -> BodyId {
    let id = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::from(at), Vec2::from(size)));
    world.step(1.0 / 60.0);
    assert!(world.floor(id).is_some(), "it stands");
    id
}

#[test]
fn a_ledge_is_an_edge_that_the_body_falls_off() {
    // The body is 10 px wide and stands on the upper edge of row 1, with its front as far from the edge as the third number says.
    let cases: [(&str, &[&str], f32, f32, bool); 14] = [
        ("floor up to the distance", &["     ", "###  "], 20.0, 18.0, true),
        ("floor beyond the distance", &["     ", "###  "], 20.0, 17.9, false),
        ("the other way", &["     ", " ####"], 20.0, -4.0, true),
        ("floor to the other side", &["     ", " ####"], 20.0, -3.9, false),
        ("already over the edge", &["     ", "##   "], 28.0, 1.0, true),
        ("a wall before the edge", &["   # ", "#### "], 20.0, 60.0, false),
        ("a wall behind the edge", &["     ", "##  #", "    #"], 20.0, 60.0, true),
        ("a step of a tile down", &["     ", "##   ", "#####"], 20.0, 10.0, true),
        ("a slope down", &["     ", "##\\  ", "####\\", "#####"], 20.0, 40.0, false),
        ("the end of a slope", &["     ", "##\\  ", "#### ", "     "], 20.0, 40.0, true),
        ("a slope up", &["    ##", "   /##", "##/###"], 4.0, 80.0, true),
        ("one-way lines", &["     ", "##---"], 20.0, 30.0, false),
        ("a mover in the gap", &["     ", "##M##"], 20.0, 30.0, false),
        ("behind the mover", &["     ", "##M  "], 20.0, 34.0, true),
    ];
    for (name, rows, x, distance, expected) in cases {
        let mut world = world(rows);
        let y = if name == "a slope up" { 20.0 } else { 4.0 };
        let id = stand(&mut world, [x, y], [10.0, 12.0]);
        assert_eq!(world.ledge_ahead(id, distance), expected, "{name}");
    }
}

#[test]
fn a_gap_that_the_body_spans_is_no_ledge() {
    let mut world = world(&["     ", "## ##"]);
    let [small, great] = [15.9, 16.1].map(|width| stand(&mut world, [8.0, 4.0], [width, 12.0]));
    assert_eq!([small, great].map(|id| world.ledge_ahead(id, 30.0)), [true, false]);
}

#[test]
fn a_step_within_the_snap_distance_is_no_ledge() {
    for (length, expected) in [(15.0, true), (16.0, false)] {
        let mut world = world(&["     ", "##   ", "#####"]);
        let mut profile = Profile::default();
        profile.movement.walk = Walk { snap: Snap::Length(length), ..Walk::default() };
        let profile = world.add_profile(profile);
        let id = world.spawn(profile, Body::new(Vec2::new(8.0, 4.0), Vec2::splat(12.0)));
        assert_eq!(world.ledge_ahead(id, 20.0), expected, "{length} px");
    }
}

#[test]
fn nonsense_is_no_ledge() {
    let mut world = world(&["     ", "##   "]);
    let id = stand(&mut world, [8.0, 4.0], [10.0, 12.0]);
    for distance in [0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        assert!(!world.ledge_ahead(id, distance), "{distance}");
    }
    assert!(!world.ledge_ahead(BodyId(77), 50.0), "an unknown body");
    let air = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(8.0, -50.0), Vec2::splat(8.0)));
    assert!(!world.ledge_ahead(air, 50.0), "in the air");
    let before = world.state_hash();
    assert!(world.ledge_ahead(id, 50_000.0));
    assert_eq!(world.state_hash(), before, "a query changes nothing");
}

/// What ends a search for a ledge, by its answer: a wall, a ledge, nothing.
const ENDS: [&str; 3] = ["walls", "ledges", "free"];

#[test]
fn rows_of_tiles_have_ledges_where_their_columns_end() {
    let mut rng = Rng::new(21);
    let mut met = Meter::default();
    for _ in 0..600 {
        // Row 1 is the floor of the body, row 0 has walls, row 2 lies a tile lower.
        let mut row =
            |percent| (0..24).map(|_| if rng.chance(percent) { '#' } else { ' ' }).collect::<String>();
        let walls = row(10);
        let mut floor = row(75);
        let low = row(50);
        let movers = rng.chance(50);
        if movers {
            floor = floor.chars().map(|c| if c == ' ' && rng.chance(30) { 'M' } else { c }).collect();
        }
        let width = rng.range(3, 30);
        let front = rng.range(0, 24 * 16 - width);
        let is_solid =
            |row: &str, x: i32| row.as_bytes().get((x.div_euclid(16)) as usize).is_some_and(|c| *c != b' ');
        let any = |row: &str, x: i32| (x..x + width).any(|x| is_solid(row, x));
        if any(&walls, front) || !any(&floor, front) {
            continue;
        }
        let mut world = world(&[&walls, &floor, &low]);
        let body = Body::new(Vec2::new(front as f32, 4.0), Vec2::new(width as f32, 12.0));
        let id = world.spawn(ProfileId::DEFAULT, body);
        for _ in 0..6 {
            let (distance, sign) = (rng.range(1, 60), if rng.chance(50) { 1 } else { -1 });
            // Steps of a pixel, up to the first without a floor or into a wall.
            let mut end = None;
            for step in 1..=width + distance {
                let x = front + sign * step;
                if any(&walls, x) {
                    end = Some(false);
                } else if !any(&floor, x) {
                    end = Some(true);
                }
                if end.is_some() {
                    break;
                }
            }
            met.count(ENDS[end.map_or(2, usize::from)], 1);
            let found = world.ledge_ahead(id, (sign * distance) as f32);
            assert_eq!(
                found,
                end == Some(true),
                "{front} +{width}, {sign} * {distance}:\n{walls}\n{floor}\n{low}"
            );
        }
    }
    met.demand_each("rows", 100);
}

#[test]
fn slopes_have_ledges_where_a_walk_loses_the_floor() {
    let mut rng = Rng::new(22);
    let mut met = Meter::default();
    for _ in 0..400 {
        // A line of hills and gaps.
        let mut rows = vec![vec![' '; 30]; 8];
        let mut height = rng.range(2_usize, 5);
        for col in 0..30 {
            let (top, slope) = match rng.below(8_u32) {
                0 => (None, ' '),
                1 | 2 if height > 1 => {
                    height -= 1;
                    (Some(height + 1), '/')
                }
                3 | 4 if height < 6 => {
                    height += 1;
                    (Some(height), '\\')
                }
                5 => {
                    height = rng.range(2, 5);
                    (Some(height), '#')
                }
                _ => (Some(height), '#'),
            };
            let Some(top) = top else { continue };
            let surface = if slope == '#' { top } else { top - 1 };
            for (row, cells) in rows.iter_mut().enumerate().skip(surface) {
                cells[col] = if row == surface { slope } else { '#' };
            }
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut world = world(&rows);
        let width = rng.range(4, 20);
        let at = Vec2::new(rng.range(0, 460) as f32, -30.0);
        let id = world.spawn(ProfileId::DEFAULT, Body::new(at, Vec2::new(width as f32, 10.0)));
        (0..90).for_each(|_| world.step(1.0 / 60.0));
        if !world.state(id).expect("it is there").on_floor() {
            continue;
        }
        for sign in [-1.0, 1.0] {
            let distance = rng.range(1, 50);
            let mut copy = world.clone();
            let mut end = None;
            for _ in 0..width + distance {
                let before = copy.body(id).expect("it is there").position;
                step_with_velocity(&mut copy, 1.0 / 60.0, id, |_| Vec2::new(sign * 60.0, 15.0));
                let is_blocked = copy.body(id).expect("it is there").position.x == before.x;
                if !copy.state(id).expect("it is there").on_floor() {
                    end = Some(true);
                } else if is_blocked {
                    end = Some(false);
                }
                if end.is_some() {
                    break;
                }
            }
            met.count(ENDS[end.map_or(2, usize::from)], 1);
            let found = world.ledge_ahead(id, sign * distance as f32);
            let from = world.body(id).expect("it is there").position_px();
            assert_eq!(
                found,
                end == Some(true),
                "{from} +{width}, {sign} * {distance}:\n{}",
                rows.join("\n")
            );
        }
    }
    met.demand_each("hills", 40);
}

#[test]
fn bodies_that_are_not_solid_are_no_floor() {
    let mut world = world(&["     ", "##   "]);
    let profile =
        world.add_profile(Profile { collide: Some(BodyCollision::default()), ..Profile::default() });
    let id = world.spawn(profile, Body::new(Vec2::new(8.0, 4.0), Vec2::splat(12.0)));
    world.spawn(profile, Body::new(Vec2::new(32.0, 16.0), Vec2::splat(16.0)));
    assert!(world.ledge_ahead(id, 20.0));
}
