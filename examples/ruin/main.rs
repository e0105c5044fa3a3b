//! Two players in a ruin of three rooms: ladder, breakable bricks, falling platform, ledge, swords, a crowd of enemies. Both are played
//! by a script to the end, without a window.
//!
//! ```sh
//! cargo run --example ruin
//! ```

use std::collections::VecDeque;
use std::error::Error;
use std::path::Path;
use tilephys::ecs::{Category, Crowd, EventKind, HitBox, HurtBox, Input, Patrol};
use tilephys::feel::{Climb, Ledge};
use tilephys::hecs::EntityBuilder;
use tilephys::level::{LevelError, LevelObject, Room, Rooms};
use tilephys::prelude::*;
use tilephys::tiled::{Door, Mark};

const DT: f32 = 1.0 / 60.0;
const PLAYER: u32 = 0b01;
const ENEMY: u32 = 0b10;
/// Ticks by which the second player does all later than the first.
const DELAY: usize = 40;

/// Keys by room, each for a number of ticks.
type Script = &'static [(&'static str, u32, &'static str)];

const SCRIPT: Script = &[
    // To the ladder, up, and through the bricks with the sword.
    ("gate.tmx", 42, "right"),
    ("gate.tmx", 190, "up"),
    ("gate.tmx", 60, "right"),
    ("gate.tmx", 4, "right strike"),
    ("gate.tmx", 300, "right"),
    // Over the pit on the platform that falls, up the ledge, through the slime.
    ("hall.tmx", 58, "right"),
    ("hall.tmx", 24, "right jump"),
    ("hall.tmx", 40, "right"),
    ("hall.tmx", 24, "right jump"),
    ("hall.tmx", 20, "right"),
    ("hall.tmx", 24, "right jump"),
    ("hall.tmx", 80, "right up"),
    ("hall.tmx", 300, "right strike"),
    // Under the bat, through the crowd, to the crown.
    ("crown.tmx", 600, "right strike"),
];

/// A player, on the way through all rooms.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Player {
    coins: u32,
    hearts: u32,
}

/// An enemy, and the hits that it can take.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Enemy {
    hits: u32,
}

/// Result of a whole game.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// Ticks of the game.
    pub(crate) ticks: u32,
    /// Coins that both players have taken.
    pub(crate) coins: u32,
    /// Hearts that both players have left.
    pub(crate) hearts: u32,
    /// Broken bricks.
    pub(crate) bricks: u32,
    /// Enemies without hits left.
    pub(crate) felled: u32,
    /// Rooms in the order in which they were entered.
    pub(crate) rooms: Vec<String>,
    /// True if a player has come to the goal.
    pub(crate) is_won: bool,
}

/// Components of all enemies: an area a pixel larger than the body hurts players and throws them back.
fn add_enemy(object: LevelObject<'_>, entity: &mut EntityBuilder, hits: u32) {
    let size = object.size;
    let area = HitBox::new([-1.0, 1.0], [size.x + 2.0, size.y - 1.0]);
    let area = HitBox { hurts: PLAYER, knock_away: 120.0, knock_up: 150.0, ..area };
    let hurt_box = HurtBox { invulnerable_ticks: 20, ..HurtBox::default() };
    entity.add_bundle((Category(ENEMY), area, hurt_box, Enemy { hits }));
}

/// An imp runs after the players, in a crowd with the others.
fn add_imp(object: LevelObject<'_>, entity: &mut EntityBuilder) {
    let mut feel = Feel::mega_man();
    feel.run.speed = 50.0;
    entity.add_bundle(object.body()).add_bundle((feel, Input::default(), Crowd::default()));
    add_enemy(object, entity, 1);
}

fn open(path: &Path) -> Result<Room, LevelError> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/ruin"));
    let level = tilephys::tiled::load(folder.join(path.file_name().unwrap_or_default()))?;
    level.notes().for_each(|note| eprintln!("{note}"));
    let handlers = ClassHandlers::new()
        .on_class("TpPatrol", |object, entity| add_enemy(object, entity, 2))
        .on_class("Imp", add_imp);
    let mut room = Room::begin(&handlers, level, DT)?;
    room.physics.save_plain::<Player>("Player");
    room.physics.save_plain::<Enemy>("Enemy");
    Ok(room)
}

/// A player with a sword, for ladders, ledges and the other's head.
fn player(feet: Vec2) -> EntityBuilder {
    let climb = Climb { center_speed: 60.0, ledge: Some(Ledge::default()), ..Climb::default() };
    let mut feel = Feel { climb: Some(climb), ..Feel::mega_man() };
    feel.jump.speed *= 1.08; // Its hands come over a ledge four tiles up.
    let sword = HitBox { hurts: ENEMY, knock_away: 90.0, ticks: 0, ..HitBox::new([6.0, 2.0], [16.0, 6.0]) };
    let on_heads = BodyCollision { mask: !PLAYER, carries: PLAYER, ..BodyCollision::default() };
    let mut player = EntityBuilder::new();
    player.add_bundle(body_at(feet, [8.0, 11.0])).add_bundle((
        feel,
        Input::default(),
        sword,
        HurtBox::default(),
    ));
    player.add_bundle((Category(PLAYER), on_heads, Player { coins: 0, hearts: 9 }));
    player
}

struct Game {
    rooms: Rooms,
    players: [Entity; 2],
    /// Keys of the first player in the last ticks, the latest last.
    keys: VecDeque<&'static str>,
    /// Ticks in this room.
    tick: u32,
    report: Report,
}

impl Game {
    fn new() -> Result<Game, Box<dyn Error>> {
        let mut rooms = Rooms::begin("gate.tmx", open)?;
        let room = rooms.here_mut();
        let start = room.level.spawn().ok_or("the gate has a start")?.feet();
        let players = [0.0, -2.0].map(|x| {
            let mut parts = player(start + Vec2::new(x, 0.0));
            room.physics.spawn(&mut room.world, parts.build())
        });
        let report = Report { rooms: vec!["gate.tmx".to_owned()], ..Report::default() };
        Ok(Game { rooms, players, keys: VecDeque::new(), tick: 0, report })
    }

    fn room_name(&self) -> String {
        self.rooms.path().file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Keys of the first player in this tick.
    fn scripted(&self) -> &'static str {
        let name = self.room_name();
        let mut end = 0;
        for (_, ticks, keys) in SCRIPT.iter().filter(|(room, ..)| *room == name) {
            end += ticks;
            if self.tick < end {
                return keys;
            }
        }
        ""
    }

    fn control(&mut self) {
        self.keys.push_back(self.scripted());
        let delayed = if self.keys.len() > DELAY { self.keys.pop_front() } else { None };
        let keys = [self.keys.back().copied(), delayed].map(Option::unwrap_or_default);
        let world = &mut self.rooms.here_mut().world;
        for (player, keys) in self.players.iter().zip(keys) {
            let is_down = |key: &str| keys.split(' ').any(|down| down == key);
            let axis = |less: &str, more: &str| f32::from(i8::from(is_down(more)) - i8::from(is_down(less)));
            let parts = world.query_one_mut::<(&mut Input, &mut HitBox)>(*player);
            let (input, sword) = parts.expect("players stay");
            input.along = axis("left", "right");
            input.upward = axis("down", "up");
            input.jump = input.jump.next(is_down("jump"));
            sword.ticks = if is_down("strike") { 6 } else { sword.ticks };
        }
        // Imps run toward the first player.
        let x_of = |at: &Position| at.px().x;
        let target = world.get::<&Position>(self.players[0]).map_or(0.0, |at| x_of(&at));
        for (input, at, _) in world.query_mut::<(&mut Input, &Position, &Enemy)>().without::<&Patrol>() {
            input.along = if x_of(at) > target { -1.0 } else { 1.0 };
        }
    }

    fn tick(&mut self) -> Result<(), Box<dyn Error>> {
        self.control();
        let room = self.rooms.here_mut();
        room.physics.step(&mut room.world, DT);
        self.tick += 1;
        self.report.ticks += 1;
        self.hurt();
        self.break_bricks()?;
        for event in self.rooms.events() {
            let world = &mut self.rooms.here_mut().world;
            match event.kind {
                LevelEventKind::Enter { region, kind: RegionKind::Collectible } => {
                    // It fails for the second player in one coin.
                    let is_taken = world.despawn(region).is_ok();
                    world.get::<&mut Player>(event.body)?.coins += u32::from(is_taken);
                }
                LevelEventKind::Enter { region, kind: RegionKind::Door } if event.body == self.players[0] => {
                    let door = world.get::<&Mark>(region)?.door().cloned().ok_or("it leads nowhere")?;
                    return self.enter(&door);
                }
                LevelEventKind::Enter { kind: RegionKind::Goal, .. } => self.report.is_won = true,
                LevelEventKind::Killed { cause } => return Err(format!("a player died: {cause:?}").into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes hearts and hits of what a sword or an enemy has hurt.
    fn hurt(&mut self) {
        let Room { physics, world, .. } = self.rooms.here_mut();
        for (victim, _) in physics.hurt() {
            if let Ok(mut player) = world.get::<&mut Player>(victim) {
                player.hearts -= 1;
            }
            if let Ok(mut enemy) = world.get::<&mut Enemy>(victim) {
                enemy.hits -= 1;
            }
        }
        let enemies = world.query_mut::<(Entity, &Enemy)>().into_iter();
        let fallen: Vec<Entity> =
            enemies.filter(|(_, enemy)| enemy.hits == 0).map(|(entity, _)| entity).collect();
        self.report.felled += fallen.len() as u32;
        fallen.into_iter().for_each(|entity| _ = world.despawn(entity));
    }

    /// A sword that is out breaks the brick before which its player stands.
    fn break_bricks(&mut self) -> Result<(), Box<dyn Error>> {
        let Room { physics, world, level, spawned, .. } = self.rooms.here_mut();
        let mut broken = Vec::new();
        for event in physics.events() {
            let EventKind::Hit(hit) = event.kind else { continue };
            let strikes = world.get::<&HitBox>(event.entity).is_ok_and(|sword| sword.is_on());
            let tile = spawned.tile_of_hit(level, &hit.target).filter(|_| strikes && hit.face.axis() == 0);
            broken.extend(tile.filter(|tile| level.tile_class(tile.gid) == "Brick"));
        }
        for tile in &broken {
            spawned.set_tile(level, (physics, world), tile.emptied())?;
        }
        self.report.bricks += broken.len() as u32;
        Ok(())
    }

    fn enter(&mut self, door: &Door) -> Result<(), Box<dyn Error>> {
        let arrived = self.rooms.enter(door, &self.players)?;
        self.players = [arrived[0], arrived[1]];
        self.keys.clear();
        self.tick = 0;
        let name = self.room_name();
        self.report.rooms.push(name);
        Ok(())
    }
}

/// Plays the script to its end.
pub(crate) fn play() -> Result<Report, Box<dyn Error>> {
    let mut game = Game::new()?;
    while !game.report.is_won && game.report.ticks < 3_000 {
        game.tick()?;
    }
    for player in game.rooms.here().world.query::<&Player>().iter() {
        game.report.coins += player.coins;
        game.report.hearts += player.hearts;
    }
    Ok(game.report)
}

#[allow(dead_code)] // The test of the guide plays the script, and prints nothing.
fn main() -> Result<(), Box<dyn Error>> {
    let report = play()?;
    println!("{report:?}");
    if report.is_won { Ok(()) } else { Err("the script does not reach the crown".into()) }
}
