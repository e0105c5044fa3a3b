//! Each ability on a level that needs it: reachable with it, and not without it.

use crate::levels::{TILE, TextLevel, player};
use crate::rules::slow;
use crate::sound::crouching;
use glam::{IVec2, Vec2};
use tilephys_core::moves::SlopeSpeed;
use tilephys_core::platform::{Easing, Mover, Path, PathMode, Waypoint};
use tilephys_core::shape::TileShape;
use tilephys_core::{Aabb, MoverId, Tile, TileCoord};
use tilephys_feel::{Climb, Crouch, Dash, Feel, FeelZone, Ledge, SurfaceFeel, WallJump, WallSlide};
use tilephys_reach::{
    Budget, Map, MapMover, MapZone, Player, ProofFault, Start, Target, Verdict, Why, reach,
};

/// Verdict on the goal of a level.
fn verdict(map: &Map, level: &TextLevel, player: &Player) -> Verdict {
    let area = level.goal.expect("the level has a goal");
    let mut found =
        reach(map, player, &Start::at_rest(level.start), &[Target { id: 0, area }], &Budget::default());
    found.verdicts.remove(0)
}

/// Asserts that a character reaches the goal of a level, and that a lesser character cannot.
fn assert_needed(text: &str, with: &Feel, without: &Feel) {
    let [with, without] = [with, without].map(|feel| player(feel.clone()));
    let level = TextLevel::new(text, &with);
    let found = verdict(&level.map(), &level, &with);
    assert!(matches!(found, Verdict::Reachable(_)), "with the ability: {found:?}{text}");
    let found = verdict(&level.map(), &level, &without);
    assert!(matches!(found, Verdict::Impossible(_)), "without the ability: {found:?}{text}");
}

/// A jump of 4.12 tiles, 8.28 tiles far, and no ability.
fn plain() -> Feel {
    Feel { swim: None, ..Feel::mario() }
}

/// A gap as wide as `width` tiles.
fn gap(width: usize) -> String {
    let air = ".".repeat(40 + width);
    let mut lines = vec![air; 6];
    lines.push(format!(".S{}{}{}G.", ".".repeat(18), ".".repeat(width), ".".repeat(18)));
    lines.push(format!("{}{}{}", "#".repeat(20), ".".repeat(width), "#".repeat(20)));
    lines.join("\n")
}

/// A wall as high as `height` tiles.
fn wall(height: usize) -> String {
    let mut lines = vec![".".repeat(24); 6];
    lines.extend(vec![format!("{}##{}", ".".repeat(11), ".".repeat(11)); height - 1]);
    lines.push(format!(".S{}##{}G.", ".".repeat(9), ".".repeat(9)));
    lines.push("#".repeat(24));
    lines.join("\n")
}

/// A shaft `width` tiles wide and `height` tiles deep, with the start at its bottom. `letter` fills it.
fn shaft(width: usize, height: usize, letter: char) -> String {
    let mut lines = vec![".".repeat(16 + width); 4];
    lines.push(format!("{}G.", ".".repeat(14 + width)));
    let inside: String = std::iter::repeat_n(letter, width).collect();
    lines.extend(vec![format!("{}{inside}{}", "#".repeat(8), "#".repeat(8)); height - 1]);
    let last: String = std::iter::repeat_n('.', width - 1).collect();
    lines.push(format!("{}S{last}{}", "#".repeat(8), "#".repeat(8)));
    lines.push("#".repeat(16 + width));
    lines.join("\n")
}

#[test]
fn a_higher_and_a_longer_jump_are_needed() {
    let mut low = plain();
    low.jump.speed = 200.0;
    assert_needed(&wall(4), &plain(), &low);
    assert_needed(&gap(8), &plain(), &low);
}

#[test]
fn coyote_time_is_needed() {
    let mut feel = plain();
    feel.jump.coyote_ticks = 9;
    assert_needed(&gap(9), &feel, &plain());
}

#[test]
fn a_jump_in_the_air_is_needed() {
    let mut feel = plain();
    feel.jump.air_jumps = 1;
    feel.jump.air_speed = 240.0;
    assert_needed(&wall(7), &feel, &plain());
    let mut twice = feel.clone();
    twice.jump.air_jumps = 2;
    assert_needed(&wall(11), &twice, &feel);
}

#[test]
fn wall_jumps_are_needed() {
    let feel = Feel { wall_jump: Some(WallJump::default()), ..plain() };
    assert_needed(&shaft(3, 10, '.'), &feel, &plain());
}

#[test]
fn climbing_walls_is_needed() {
    let climb = Climb { walls: true, hop_up: 150.0, hop_along: 100.0, ..Climb::default() };
    assert_needed(&shaft(3, 10, '.'), &Feel { climb: Some(climb), ..plain() }, &plain());
}

#[test]
fn ladders_are_needed() {
    let feel = Feel { climb: Some(Climb::default()), ..plain() };
    assert_needed(&shaft(3, 10, 'H'), &feel, &plain());
}

#[test]
fn swimming_is_needed() {
    assert_needed(&shaft(3, 10, '~'), &Feel::mario(), &plain());
}

#[test]
fn a_dash_is_needed() {
    let feel = Feel { dash: Some(Dash { speed: 480.0, end_speed: 240.0, ..Dash::default() }), ..plain() };
    assert_needed(&gap(13), &feel, &plain());
    // With equal gravity on the way up and down, only a dash that begins in a jump leads over this wall.
    let mut heavy = plain();
    heavy.jump.speed = 450.0;
    heavy.jump.rise_gravity = 1.0;
    assert_needed(&wall(9), &Feel { dash: feel.dash, ..heavy.clone() }, &heavy);
}

#[test]
fn dropping_through_a_line_is_needed() {
    let text = "
############
#..........#
#S.........#
#----------#
#..........#
#..........#
#.........G#
############";
    assert_needed(text, &Feel { drop_through: true, ..plain() }, &plain());
}

#[test]
fn walking_up_slopes_needs_no_jump() {
    let mut feel = plain();
    feel.jump.speed = 0.0;
    let player = player(feel);
    let text = "
..............
............/#.G
.........../##.#
........../###.#
........./####.#
.S....../#####.#
###############.";
    let level = TextLevel::new(text, &player);
    let found = verdict(&level.map(), &level, &player);
    assert!(matches!(found, Verdict::Reachable(_) | Verdict::Unknown(_)), "{found:?}");
}

#[test]
fn a_step_is_needed() {
    let mut feel = plain();
    feel.jump.speed = 0.0;
    let mut with = feel.clone();
    with.assist.step_up = 16.0;
    assert_needed(&wall(1), &with, &feel);
}

#[test]
fn crouching_is_needed() {
    // The body is a tile and a half high.
    let of = |feel: Feel| Player { size: IVec2::new(TILE / 2, 3 * TILE / 2), ..player(feel) };
    let [with, without] = [crouching(plain()), plain()].map(of);
    // A slit of a tile on the ground, and the same one a tile over it, into which it jumps low.
    let on_ground = "
......########....
......########....
......########....
......########....
.S..............G.
##################";
    let over_ground = "
......########....
......########....
......########....
................G.
.S....############
##################";
    for text in [on_ground, over_ground] {
        let level = TextLevel::new(text, &with);
        let found = verdict(&level.map(), &level, &with);
        assert!(matches!(found, Verdict::Reachable(_)), "{found:?}{text}");
        let found = verdict(&level.map(), &level, &without);
        assert!(matches!(found, Verdict::Impossible(_)), "{found:?}{text}");
    }
    // What blocks the crouching body blocks the standing one too.
    let wall = "......########\n".repeat(7);
    let above = format!("......G.......\n{wall}.S............\n##############");
    let level = TextLevel::new(&above, &with);
    let Verdict::Impossible(proof) = verdict(&level.map(), &level, &with) else { panic!("{above}") };
    let goal = level.goal.expect("the level has a goal");
    assert_eq!(proof.verify(&level.map(), &with, &[level.start], goal), Ok(()));
}

#[test]
fn a_spring_zone_is_needed() {
    let player = player(plain());
    let mut level = TextLevel::new(&wall(9), &player);
    let none = verdict(&level.map(), &level, &player);
    assert!(matches!(none, Verdict::Impossible(_)), "{none:?}");
    let area = Aabb::from_min_size(IVec2::new(7 * TILE, level.start.y), IVec2::new(TILE, player.size.y));
    let zone = FeelZone::Spring { velocity: Vec2::new(0.0, -800.0) };
    level.zones.push(MapZone { area, zone });
    let found = verdict(&level.map(), &level, &player);
    assert!(matches!(found, Verdict::Reachable(_)), "{found:?}");
}

#[test]
fn a_floor_that_throws_is_needed() {
    let mut feel = plain();
    feel.surfaces.push(SurfaceFeel { surface: 7, spring: 800.0, ..SurfaceFeel::default() });
    let player = player(feel);
    let mut level = TextLevel::new(&wall(9), &player);
    let none = verdict(&level.map(), &level, &player);
    assert!(matches!(none, Verdict::Impossible(_)), "{none:?}");
    let mut tile = Tile::default();
    tile.material.surface = 7;
    let spring = level.grid.add_tile(tile);
    let ground = level.ground();
    let row = (level.start.y + player.size.y) / TILE;
    level.grid.set_tile(ground, TileCoord::new(7, row), Some(spring));
    let found = verdict(&level.map(), &level, &player);
    assert!(matches!(found, Verdict::Reachable(_)), "{found:?}");
}

#[test]
fn a_conveyor_is_needed() {
    let player = player(plain());
    let without = gap(9);
    let with = without.replace(&"#".repeat(20), &format!("{}{}", "#".repeat(10), ">".repeat(10)));
    for (text, is_enough) in [(with, true), (without, false)] {
        let level = TextLevel::new(&text, &player);
        let found = verdict(&level.map(), &level, &player);
        assert_eq!(matches!(found, Verdict::Reachable(_)), is_enough, "{found:?}{text}");
        assert_eq!(matches!(found, Verdict::Impossible(_)), !is_enough, "{found:?}{text}");
    }
}

#[test]
fn a_shift_past_the_corner_of_a_ceiling_is_needed() {
    // Over the walls the play ends, and the character is too slow to move aside in a jump.
    let text = "
.....
.G#..
.....
.^.^.
.#.#.
.#S#.
.###.";
    let mut feel = slow(420.0);
    feel.run.speed = 2.0;
    let mut with = feel.clone();
    with.assist.corner_correct_up = 12.0;
    assert_needed(text, &with, &feel);
}

#[test]
fn a_lift_is_needed() {
    let player = player(plain());
    let level = TextLevel::new(&wall(9), &player);
    let ground = level.ground();
    let tile = level.grid.tile_ids().next().expect("the level has a tile");
    let floor = level.start.y + player.size.y;
    let size = IVec2::new(2 * TILE, TILE / 2);
    let low = IVec2::new(8 * TILE, floor - size.y);
    let high = low - IVec2::new(0, 8 * TILE);
    let stops = [Waypoint { at: low, wait: 60, ticks: 120 }, Waypoint { at: high, wait: 60, ticks: 120 }];
    let path = Path::new(&stops, PathMode::Loop, Easing::Linear).expect("the path is sound");
    let mover = Mover { size: Some(size), ..Mover::of_tile(low, ground, tile) };
    let map = Map { movers: vec![MapMover { mover, path: Some(path), size }], ..level.map() };
    let found = verdict(&map, &level, &player);
    assert!(matches!(found, Verdict::Reachable(_)), "{found:?}");
    let found = verdict(&level.map(), &level, &player);
    assert!(matches!(found, Verdict::Impossible(_)), "{found:?}");
}

#[test]
fn the_time_of_a_crusher_is_needed() {
    let player = player(plain());
    let level = TextLevel::new("#####.####\n#S......G#\n##########", &player);
    let ground = level.ground();
    let tile = level.grid.tile_ids().next().expect("the level has a tile");
    let size = IVec2::splat(TILE);
    let down = IVec2::new(5, 1) * TILE;
    let up = IVec2::new(5, 0) * TILE;
    let stops = [Waypoint { at: down, wait: 60, ticks: 30 }, Waypoint { at: up, wait: 60, ticks: 10 }];
    let path = Path::new(&stops, PathMode::Loop, Easing::Linear).expect("the path is sound");
    let mover = Mover { size: Some(size), ..Mover::of_tile(down, ground, tile) };
    let found = |mover: MapMover| verdict(&Map { movers: vec![mover], ..level.map() }, &level, &player);
    let crushes = found(MapMover { mover, path: Some(path), size });
    assert!(matches!(crushes, Verdict::Reachable(_)), "{crushes:?}");
    // Bounds take the area of a mover for free.
    let rests = found(MapMover { mover, path: None, size });
    assert!(matches!(rests, Verdict::Unknown(_)), "{rests:?}");
    let carried = Mover { parent: Some(MoverId(0)), ..mover };
    let Verdict::Unknown(nearest) = found(MapMover { mover: carried, path: None, size }) else {
        panic!("a mover on a mover has no rule")
    };
    assert_eq!(nearest.why, Why::NoRule("a mover without a path"));
}

#[test]
fn a_ferry_that_is_a_line_is_needed() {
    let player = player(plain());
    let mut level = TextLevel::new(&gap(20), &player);
    let none = verdict(&level.map(), &level, &player);
    assert!(matches!(none, Verdict::Impossible(_)), "{none:?}");
    let ground = level.ground();
    let line = level.line();
    let near = IVec2::new(20 * TILE, level.start.y + player.size.y);
    let far = near + IVec2::new(18 * TILE, 0);
    let stops = [Waypoint { at: near, wait: 30, ticks: 120 }, Waypoint { at: far, wait: 30, ticks: 120 }];
    let path = Path::new(&stops, PathMode::Loop, Easing::Linear).expect("the path is sound");
    let mover = Mover { size: None, ..Mover::of_tile(near, ground, line) };
    // Only the line itself is solid.
    level.movers.push(MapMover { mover, path: Some(path), size: IVec2::new(TILE, 0) });
    let found = verdict(&level.map(), &level, &player);
    assert!(matches!(found, Verdict::Reachable(_)), "{found:?}");
}

#[test]
fn lines_off_the_grid_are_needed() {
    let player = player(plain());
    let mut level = TextLevel::new(&gap(20), &player);
    let ground = level.ground();
    let line = level.line();
    let floor = level.start.y + player.size.y;
    for col in 20..40 {
        level.grid.add_shape(ground, IVec2::new(col * TILE - TILE / 2, floor), line);
    }
    let found = verdict(&level.map(), &level, &player);
    assert!(matches!(found, Verdict::Reachable(_)), "{found:?}");
}

#[test]
fn tiles_that_reach_beyond_their_cells_are_needed() {
    let player = player(plain());
    let mut level = TextLevel::new(&gap(20), &player);
    let ground = level.ground();
    let reaches_up = Aabb::new(IVec2::new(0, -2 * TILE), IVec2::new(TILE, TILE));
    let tile = level.grid.add_tile(Tile { shape: TileShape::Box(reaches_up), ..Tile::default() });
    let row = (level.start.y + player.size.y) / TILE + 2;
    for col in 20..40 {
        level.grid.set_tile(ground, TileCoord::new(col, row), Some(tile));
    }
    let found = verdict(&level.map(), &level, &player);
    assert!(matches!(found, Verdict::Reachable(_)), "{found:?}");
}

#[test]
fn a_tile_may_reach_far_beyond_the_map() {
    let player = player(plain());
    let mut level = TextLevel::new("......\n......\n.S....\n######", &player);
    let reaches_on = Aabb::new(IVec2::ZERO, IVec2::new(14 * TILE, TILE));
    let tile = level.grid.add_tile(Tile { shape: TileShape::Box(reaches_on), ..Tile::default() });
    level.grid.set_tile(level.ground(), TileCoord::new(5, 3), Some(tile));
    level.goal = Some(Aabb::from_min_size(IVec2::new(17, 2) * TILE, IVec2::splat(TILE)));
    let found = verdict(&level.map(), &level, &player);
    assert!(matches!(found, Verdict::Reachable(_)), "{found:?}");
}

#[test]
fn a_speed_without_a_limit_leads_through_no_wall() {
    // Dashes keep the speed that jumps add, so jump after jump adds to it.
    let player = player(Feel::celeste());
    let text = "
##############
#........#...#
#.S......#.G.#
##############";
    let level = TextLevel::new(text, &player);
    let map = level.map();
    let Verdict::Impossible(proof) = verdict(&map, &level, &player) else { panic!("the wall has a way") };
    let goal = level.goal.expect("the level has a goal");
    assert_eq!(proof.verify(&map, &player, &[level.start], goal), Ok(()));
    let start = Aabb::from_min_size(level.start, player.size);
    assert!(matches!(proof.verify(&map, &player, &[level.start], start), Err(ProofFault::Target(_))));
}

#[test]
fn a_ladder_ends_all_speed_along() {
    // Off the ladder, the air brakes more than a jump adds. On it, jump could follow jump.
    let mut feel = Feel { friction: false, climb: Some(Climb::default()), ..plain() };
    feel.jump.along = 10.0;
    let player = player(feel);
    let text = gap(12).replacen("S.", "SH", 1);
    let level = TextLevel::new(&text, &player);
    let found = verdict(&level.map(), &level, &player);
    assert!(matches!(found, Verdict::Impossible(_)), "{found:?}{text}");
}

#[test]
fn settings_without_a_rule_are_named() {
    let text = wall(9);
    let named = |feel: Feel| {
        let player = player(feel);
        let level = TextLevel::new(&text, &player);
        match verdict(&level.map(), &level, &player) {
            Verdict::Unknown(nearest) => nearest.why,
            other => panic!("{other:?}"),
        }
    };
    let wider = Crouch { width: 20.0, ..Crouch::default() };
    assert_eq!(
        named(Feel { crouch: Some(wider), ..plain() }),
        Why::NoRule("a crouching body of another size")
    );
    let mut faulty = plain();
    faulty.run.speed = f32::NAN;
    assert_eq!(named(faulty), Why::NoRule("run.speed"));
    let mut floating = plain();
    floating.gravity = 0.0;
    assert_eq!(named(floating), Why::NoRule("gravity"));
    let hangs = Climb { ledge: Some(Ledge::default()), ..Climb::default() };
    assert_eq!(named(Feel { climb: Some(hangs), ..plain() }), Why::NoRule("climb.ledge"));
    let swings = player(Feel { climb: Some(Climb { bar_speed: 40.0, ..Climb::default() }), ..plain() });
    let mut level = TextLevel::new(&text, &swings);
    level
        .zones
        .push(MapZone { area: Aabb::from_min_size(IVec2::ZERO, IVec2::splat(TILE)), zone: FeelZone::Bar });
    let found = verdict(&level.map(), &level, &swings);
    assert!(
        matches!(&found, Verdict::Unknown(nearest) if nearest.why == Why::NoRule("climb.bar_speed")),
        "{found:?}"
    );
    let standing = player(plain());
    let mut runs_up = standing.clone();
    runs_up.profile.movement.walk.block_on_steep = false;
    let mut speeds_up = standing.clone();
    speeds_up.profile.movement.walk.slope_speed = SlopeSpeed::Curve { up: 0.5, down: 1.5 };
    let mut level = TextLevel::new(&text, &standing);
    let mut slides = standing.clone();
    slides.profile.movement.walk.stop_on_slope = false;
    let faults = [(runs_up, "block_on_steep"), (speeds_up, "slope_speed"), (slides, "stop_on_slope")];
    for (player, setting) in faults {
        let found = verdict(&level.map(), &level, &player);
        assert!(
            matches!(&found, Verdict::Unknown(nearest) if nearest.why == Why::NoRule(setting)),
            "{found:?}"
        );
    }
    level.start.y += TILE;
    let buried = verdict(&level.map(), &level, &standing);
    assert!(
        matches!(&buried, Verdict::Unknown(nearest) if nearest.why == Why::NoRule("a start inside of a wall")),
        "{buried:?}"
    );
    // These have rules, and lead nowhere new here. The air brakes more than a jump adds.
    let sliding = Feel { wall_slide: Some(WallSlide::default()), ..plain() };
    let mut hopping = plain();
    hopping.jump.along = 10.0;
    for feel in [sliding, hopping] {
        let player = player(feel);
        let level = TextLevel::new(&text, &player);
        let found = verdict(&level.map(), &level, &player);
        assert!(matches!(found, Verdict::Impossible(_)), "{found:?}");
    }
}
