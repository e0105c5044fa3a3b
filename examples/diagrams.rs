//! Diagrams of the guide, played by the engine and written as SVG: arcs of jumps, early and late presses, a corner, crushers,
//! categories, phases of a step, islands.
//!
//! ```sh
//! cargo run --example diagrams
//! ```

use std::fmt::Write;
use tilephys::ecs::{Command, Filter, Input, Phase, RideSettings, SquishPolicy, StepHooks};
use tilephys::prelude::*;

const SIZE: Vec2 = Vec2::new(8.0, 11.0);
const TILE: f32 = 16.0;
const DT: f32 = 1.0 / 60.0;
const COLORS: [&str; 4] = ["#56b4e9", "#f0e442", "#00be8a", "#ff8a5c"];
const STONE: &str = "fill=\"#5b678c\"";
const WORDS: &str = "#d6dae8";

/// A picture in pixels of a level, y down.
struct Diagram {
    size: Vec2,
    shapes: String,
}

impl Diagram {
    fn new(width: f32, height: f32) -> Diagram {
        Diagram { size: Vec2::new(width, height), shapes: String::new() }
    }

    fn rect(&mut self, min: Vec2, size: Vec2, style: &str) {
        _ = writeln!(
            self.shapes,
            "<path d=\"M{:.1} {:.1}h{:.1}v{:.1}h-{:.1}z\" {style}/>",
            min.x, min.y, size.x, size.y, size.x
        );
    }

    fn line(&mut self, points: impl IntoIterator<Item = Vec2>, color: &str) {
        let points: Vec<String> = points.into_iter().map(|at| format!("{:.1},{:.1}", at.x, at.y)).collect();
        _ = writeln!(
            self.shapes,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\"/>",
            points.join(" ")
        );
    }

    fn text(&mut self, at: Vec2, text: &str, color: &str) {
        _ = writeln!(self.shapes, "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\">{text}</text>", at.x, at.y);
    }

    /// The file, at `scale` pixels of the page to a pixel of the level.
    fn svg(&self, scale: f32) -> String {
        let Vec2 { x, y } = self.size;
        let shown = self.size * scale;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {x} {y}\" width=\"{}\" height=\"{}\" \
             font-family=\"sans-serif\" font-size=\"7\">\n<rect width=\"100%\" height=\"100%\" fill=\"#11131c\"/>\n{}</svg>\n",
            shown.x, shown.y, self.shapes
        )
    }
}

/// A floor over some columns, with its top at row 10, and a character of a feel.
struct Stage {
    physics: Physics,
    world: World,
    hero: Entity,
}

impl Stage {
    fn new(columns: i32, blocks: &[TileCoord], at: Vec2, feel: Feel) -> Stage {
        let mut grid = TileGrid::new(UVec2::splat(TILE as u32));
        let ground = grid.add_layer("ground");
        let stone = grid.add_tile(Tile::default());
        let floor = (0..columns).map(|col| TileCoord::new(col, 10));
        for cell in floor.chain(blocks.iter().copied()) {
            grid.set_tile(ground, cell, Some(stone));
        }
        let mut physics = Physics::new(grid);
        physics.gravity = Vec2::new(0.0, 900.0);
        let mut world = World::new();
        let body = (Position::new(at.x, at.y), Velocity::default(), Collider::new(SIZE.x, SIZE.y));
        let character = (feel, Input::default(), Command::default());
        let (position, velocity, collider) = body;
        let (feel, input, command) = character;
        let hero = physics.spawn(&mut world, (position, velocity, collider, feel, input, command));
        Stage { physics, world, hero }
    }

    /// Plays a tick; true if a jump began in it.
    fn tick(&mut self, along: f32, is_jump_down: bool) -> bool {
        {
            let mut input = self.world.get::<&mut Input>(self.hero).expect("the hero stays");
            input.along = along;
            input.jump = input.jump.next(is_jump_down);
        }
        self.physics.step(&mut self.world, DT);
        self.world.get::<&Command>(self.hero).expect("the hero stays").jumped.is_some()
    }

    fn at(&self) -> Vec2 {
        self.world.get::<&Position>(self.hero).expect("the hero stays").px()
    }

    fn is_on_floor(&self) -> bool {
        self.world.get::<&BodyState>(self.hero).expect("a body has a state").on_floor()
    }
}

/// The feel of a preset, for tiles of 16 px.
fn preset(name: &str) -> Feel {
    Feel::preset(name).expect("all of these are presets").scaled(TILE)
}

/// Arcs of the presets' longest jumps at full speed, over a grid of tiles.
fn arcs() -> String {
    const GROUND: f32 = 112.0;
    let mut diagram = Diagram::new(288.0, 132.0);
    for col in 0..18 {
        let x = col as f32 * TILE;
        diagram.line([Vec2::new(x, 0.0), Vec2::new(x, GROUND)], "#23283a");
    }
    for row in 0..7 {
        let y = GROUND - row as f32 * TILE;
        diagram.line([Vec2::new(0.0, y), Vec2::new(288.0, y)], "#23283a");
    }
    diagram.rect(Vec2::new(0.0, GROUND), Vec2::new(288.0, 20.0), STONE);
    for ((name, color), row) in Feel::PRESETS.into_iter().zip(COLORS).zip(0_u8..) {
        let mut stage = Stage::new(200, &[], Vec2::new(40.0, 149.0), preset(name));
        (0..120).for_each(|_| _ = stage.tick(1.0, false));
        let start = stage.at();
        let mut arc = vec![start];
        while arc.len() < 3 || !stage.is_on_floor() {
            stage.tick(1.0, true);
            arc.push(stage.at());
        }
        let places = arc.iter().map(|at| *at - start);
        let top = places.clone().fold(0.0, |top: f32, at| if -at.y > top { -at.y } else { top });
        let end = places.clone().next_back().expect("an arc has places");
        diagram.line(places.map(|at| at + Vec2::new(16.0, GROUND)), color);
        let words = format!("{name}: {:.1} tiles high, {:.1} wide", top / TILE, end.x / TILE);
        diagram.text(Vec2::new(152.0, 10.0 + 9.0 * f32::from(row)), &words, color);
    }
    diagram.svg(2.5)
}

/// Ticks after the hero has left the floor, by which a press is late, and whether it jumps.
fn late_presses(feel: &Feel) -> Vec<bool> {
    let jumps = |late: usize| {
        let mut stage = Stage::new(10, &[], Vec2::new(100.0, 149.0), feel.clone());
        while stage.at().x < 120.0 || stage.is_on_floor() {
            stage.tick(1.0, false);
        }
        (0..late).for_each(|_| _ = stage.tick(1.0, false));
        stage.tick(1.0, true)
    };
    (0..10).map(jumps).collect()
}

/// Ticks before the hero has landed, by which a press is early, from ten to one, and whether the hero jumps at the landing.
fn early_presses(feel: &Feel) -> Vec<bool> {
    let stage = || Stage::new(10, &[], Vec2::new(80.0, 100.0), feel.clone());
    let mut falling = stage();
    let mut landing = 0;
    while !falling.is_on_floor() {
        falling.tick(0.0, false);
        landing += 1;
    }
    let jumps = |early: usize| {
        let mut stage = stage();
        (0..landing + 3).any(|tick| stage.tick(0.0, tick + early >= landing))
    };
    (1..=10).rev().map(jumps).collect()
}

/// A row of ticks, green where a press jumps.
fn time_line(diagram: &mut Diagram, at: Vec2, jumps: &[bool]) {
    for (jumps, column) in jumps.iter().zip(0_u8..) {
        let min = at + Vec2::new(12.0 * f32::from(column), 0.0);
        let style = if *jumps { "fill=\"#00be8a\"" } else { "fill=\"#3a4058\"" };
        diagram.rect(min, Vec2::new(11.0, 10.0), style);
    }
}

/// Coyote time and jump buffer of a preset, tick by tick.
fn presses() -> String {
    let mut diagram = Diagram::new(274.0, 92.0);
    let feel = preset("celeste");
    diagram.text(
        Vec2::new(8.0, 12.0),
        "coyote time: the hero runs off an edge, and the press comes late",
        WORDS,
    );
    diagram.rect(Vec2::new(8.0, 28.0), Vec2::new(120.0, 3.0), STONE);
    time_line(&mut diagram, Vec2::new(130.0, 18.0), &late_presses(&feel));
    diagram.text(Vec2::new(84.0, 25.0), "edge", WORDS);
    diagram.text(
        Vec2::new(8.0, 50.0),
        "jump buffer: the hero falls, and the press comes before the floor",
        WORDS,
    );
    diagram.rect(Vec2::new(130.0, 66.0), Vec2::new(120.0, 3.0), STONE);
    time_line(&mut diagram, Vec2::new(8.0, 56.0), &early_presses(&feel));
    diagram.text(Vec2::new(134.0, 63.0), "landing", WORDS);
    diagram.text(
        Vec2::new(8.0, 84.0),
        "a cell is a tick, 1/60 s; a press in a green tick jumps (celeste)",
        "#00be8a",
    );
    diagram.svg(2.5)
}

/// A jump under the corner of a ceiling, without and with corner correction.
fn corner() -> String {
    let mut diagram = Diagram::new(220.0, 84.0);
    let block = TileCoord::new(3, 7);
    for (correct, left) in [(0.0, 0.0), (4.0, 112.0)] {
        let mut feel = preset("celeste");
        feel.assist.corner_correct_up = correct;
        // The right side of the block is 3 px over the left side of the hero.
        let mut stage = Stage::new(20, &[block], Vec2::new(61.0, 149.0), feel);
        let mut path = vec![stage.at()];
        (0..24).for_each(|_| {
            stage.tick(0.0, true);
            path.push(stage.at());
        });
        let shift = Vec2::new(left - 20.0, -90.0);
        diagram.rect(Vec2::new(left + 4.0, 70.0), Vec2::new(100.0, 14.0), STONE);
        diagram.rect(Vec2::new(48.0, 112.0) + shift, Vec2::splat(TILE), STONE);
        for at in path.iter().step_by(4) {
            diagram.rect(*at + shift, SIZE, "fill=\"#56b4e9\" fill-opacity=\"0.3\"");
        }
        diagram.line(path.iter().map(|at| *at + shift + SIZE / 2.0), "#f0e442");
        diagram.text(Vec2::new(left + 8.0, 79.0), &format!("corner_correct_up {correct}"), WORDS);
    }
    diagram.svg(2.5)
}

/// A mover that pushes a body against a wall, under four policies.
fn squish() -> String {
    let policies = [
        ("Report", SquishPolicy::Report),
        ("Wiggle(8.0)", SquishPolicy::Wiggle(8.0)),
        ("BlockMover", SquishPolicy::BlockMover),
        ("PassThrough", SquishPolicy::PassThrough),
    ];
    let mut diagram = Diagram::new(264.0, 64.0);
    for ((name, squish), column) in policies.into_iter().zip(0_u8..) {
        let mut grid = TileGrid::new(UVec2::splat(TILE as u32));
        let layer = grid.add_layer("ground");
        let tile = grid.add_tile(Tile::default());
        (0..4).for_each(|col| grid.set_tile(layer, TileCoord::new(col, 2), Some(tile)));
        let mut physics = Physics::new(grid);
        let mut world = World::new();
        let ride = RideSettings { squish, ..RideSettings::default() };
        // A crusher whose edge is 3 px over the body.
        let body = (Position::new(37.0, 21.0), Velocity::default(), Collider::new(SIZE.x, SIZE.y), ride);
        let body = physics.spawn(&mut world, body);
        let crusher = (
            Position::new(8.0, 0.0),
            Collider::new(32.0, 12.0),
            Velocity::new(0.0, 60.0),
            Mover { layer, tile },
        );
        let crusher = world.spawn(crusher);
        (0..14).for_each(|_| physics.step(&mut world, DT));
        let at = |entity| world.get::<&Position>(entity).expect("both stay").px();
        let shift = Vec2::new(4.0 + 66.0 * f32::from(column), 14.0);
        diagram.rect(Vec2::new(0.0, 32.0) + shift, Vec2::new(58.0, 8.0), STONE);
        diagram.rect(at(crusher) + shift, Vec2::new(32.0, 12.0), "fill=\"#cc79a7\"");
        diagram.rect(at(body) + shift, SIZE, "fill=\"#56b4e9\" fill-opacity=\"0.8\"");
        diagram.text(Vec2::new(0.0, -4.0) + shift, name, WORDS);
    }
    diagram.svg(2.5)
}

/// Bodies of three masks that run toward a wall of each of two categories.
fn categories() -> String {
    const LEVEL: u32 = 1;
    const ENEMY: u32 = 2;
    let walls = [(8, ENEMY, "enemy", COLORS[3]), (12, LEVEL, "level", "#8a94b8")];
    let masks = [
        ("mask: level", LEVEL, COLORS[0]),
        ("mask: level, enemy", LEVEL | ENEMY, COLORS[2]),
        ("mask: none", 0, COLORS[1]),
    ];
    let mut grid = TileGrid::new(UVec2::splat(TILE as u32));
    let ground = grid.add_layer("ground");
    let mut diagram = Diagram::new(264.0, 92.0);
    for (col, category, name, color) in walls {
        let tile = grid.add_tile(Tile { category, ..Tile::default() });
        (0..masks.len() as i32 * 2)
            .for_each(|row| grid.set_tile(ground, TileCoord::new(col, row), Some(tile)));
        let x = col as f32 * TILE;
        diagram.rect(Vec2::new(x, 14.0), Vec2::new(TILE, 78.0), &format!("fill=\"{color}\""));
        diagram.text(Vec2::new(x - 2.0, 10.0), name, color);
    }
    let mut physics = Physics::new(grid);
    let mut world = World::new();
    for ((name, mask, color), row) in masks.into_iter().zip(0_u8..) {
        let y = 20.0 + 26.0 * f32::from(row);
        let body = (Position::new(84.0, y), Velocity::new(180.0, 0.0), Collider::new(SIZE.x, SIZE.y));
        let body = physics.spawn(&mut world, body);
        world.insert_one(body, Filter::mask(mask)).expect("it was spawned");
        let mut path = vec![Vec2::new(84.0, y)];
        for _ in 0..50 {
            physics.step(&mut world, DT);
            path.push(world.get::<&Position>(body).expect("it stays").px());
        }
        diagram.line(path.iter().map(|at| *at + SIZE / 2.0), color);
        diagram.rect(path[0], SIZE, &format!("fill=\"none\" stroke=\"{color}\""));
        diagram.rect(path[path.len() - 1], SIZE, &format!("fill=\"{color}\""));
        diagram.text(Vec2::new(6.0, y + 8.0), name, color);
    }
    diagram.svg(2.5)
}

/// What a phase of a step does, in few words.
fn work_of(phase: &str) -> &'static str {
    match phase {
        "copy_in" => "components are read",
        "integrate" => "gravity is added to velocities",
        "control" => "your closure and characters set velocities",
        "move_platforms" => "movers move, carry and push bodies",
        "sweep" => "each body moves to its hits on tiles, by your hooks",
        "broad_phase" => "pairs of bodies that can meet are found",
        "solve_islands" => "these move again, in order of time, by your hooks",
        "commit" => "floor, walls and ceiling of each body are found",
        "sense" => "triggers and sensors find the bodies inside",
        "events" => "all that happened is sorted for your game",
        "copy_out" => "components are written",
        _ => panic!("the diagram has no words for the phase {phase}"),
    }
}

/// Notes the phases of a step.
struct PhaseLog(Vec<&'static str>);

impl StepHooks for PhaseLog {
    fn phase(&mut self, phase: Phase) {
        self.0.push(phase.name());
    }
}

/// The phases of a step with bodies that meet, as it names them; green where code of the game runs or reads.
fn phases() -> String {
    let mut stage = Stage::new(4, &[], Vec2::new(20.0, 149.0), preset("celeste"));
    let crates =
        [32.0, 44.0].map(|x| (Position::new(x, 150.0), Velocity::default(), Collider::new(10.0, 10.0)));
    for parts in crates {
        let body = stage.physics.spawn(&mut stage.world, parts);
        stage.world.insert_one(body, BodyCollision::default()).expect("it was spawned");
    }
    let mut log = PhaseLog(Vec::new());
    stage.physics.step_with(&mut stage.world, DT, &mut log);
    let mut diagram = Diagram::new(264.0, 16.0 * log.0.len() as f32 + 4.0);
    for (phase, row) in log.0.into_iter().zip(0_u8..) {
        let y = 4.0 + 16.0 * f32::from(row);
        let work = work_of(phase);
        let color = if work.contains("your") { COLORS[2] } else { COLORS[0] };
        let fill = format!("fill=\"{color}\" fill-opacity=\"0.25\"");
        diagram.rect(Vec2::new(4.0, y), Vec2::new(62.0, 12.0), &fill);
        diagram.text(Vec2::new(8.0, y + 8.5), phase, color);
        diagram.text(Vec2::new(72.0, y + 8.5), work, WORDS);
    }
    diagram.svg(2.5)
}

/// Bodies with the areas that they sweep in a step, colored by island.
fn islands() -> String {
    const STEP: f32 = 1.0;
    let bodies = [
        [20.0, 14.0, 60.0, 18.0],
        [112.0, 20.0, -50.0, 0.0],
        [76.0, 62.0, 8.0, -34.0],
        [150.0, 16.0, 40.0, 10.0],
        [236.0, 24.0, -40.0, 12.0],
        [16.0, 70.0, 36.0, 6.0],
        [150.0, 74.0, 70.0, -6.0],
    ];
    let mut physics = Physics::new(TileGrid::new(UVec2::splat(TILE as u32)));
    let mut world = World::new();
    let mut swept: Vec<[Vec2; 2]> = Vec::new();
    for [x, y, right, down] in bodies {
        let body = (Position::new(x, y), Velocity::new(right, down), Collider::new(SIZE.x, SIZE.y));
        let body = physics.spawn(&mut world, body);
        world.insert(body, (MotionMode::Floating, BodyCollision::default())).expect("it was spawned");
        let start = Vec2::new(x, y);
        let end = start + Vec2::new(right, down) * STEP;
        swept.push([start.min(end), start.max(end) + SIZE]);
    }
    let meets = |a: usize, b: usize| {
        let [[a_min, a_max], [b_min, b_max]] = [swept[a], swept[b]];
        a_min.cmplt(b_max).all() && b_min.cmplt(a_max).all()
    };
    // Each body has the number of the first body of its island.
    let mut island: Vec<usize> = (0..bodies.len()).collect();
    for later in 0..bodies.len() {
        for earlier in (0..later).filter(|earlier| meets(*earlier, later)) {
            let [old, new] = [island[later], island[earlier]];
            island.iter_mut().filter(|number| **number == old).for_each(|number| *number = new);
        }
    }
    physics.step(&mut world, STEP);
    let largest = (0..bodies.len()).map(|number| island.iter().filter(|of| **of == number).count()).max();
    assert_eq!(physics.pair_counts().largest_island, largest.unwrap_or(0) as u64);

    let mut diagram = Diagram::new(264.0, 100.0);
    for (index, [min, max]) in swept.iter().enumerate() {
        let is_alone = island.iter().filter(|number| **number == island[index]).count() == 1;
        let color = if is_alone { "#8a94b8" } else { COLORS[island[index] / 2] };
        let frame = format!("fill=\"{color}\" fill-opacity=\"0.15\" stroke=\"{color}\"");
        diagram.rect(*min, *max - *min, &frame);
        let [x, y, right, down] = bodies[index];
        diagram.rect(Vec2::new(x, y), SIZE, &format!("fill=\"{color}\""));
        let middle = Vec2::new(x, y) + SIZE / 2.0;
        diagram.line([middle, middle + Vec2::new(right, down) * STEP], color);
    }
    diagram.text(Vec2::new(96.0, 52.0), "island of three", COLORS[0]);
    diagram.text(Vec2::new(168.0, 56.0), "island of two", COLORS[1]);
    diagram.text(Vec2::new(30.0, 97.0), "alone", "#8a94b8");
    diagram.text(Vec2::new(184.0, 97.0), "alone", "#8a94b8");
    diagram.svg(2.5)
}

/// All diagrams, by the name of their file.
pub(crate) fn all() -> [(&'static str, String); 7] {
    [
        ("categories.svg", categories()),
        ("phases.svg", phases()),
        ("islands.svg", islands()),
        ("jump-arcs.svg", arcs()),
        ("presses.svg", presses()),
        ("corner.svg", corner()),
        ("squish.svg", squish()),
    ]
}

#[allow(dead_code)] // The test of the guide compares the diagrams, and writes none.
fn main() -> std::io::Result<()> {
    for (name, svg) in all() {
        std::fs::write(std::path::Path::new("docs/src").join(name), svg)?;
    }
    Ok(())
}
