//! A small game whose whole state is in components: a character that dashes and shoots, coins that it collects, bullets
//! that break tiles, lifts, crates that respawn. Each tick follows from the state and from two bytes of input.

use crate::rng::Rng;
use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use tilephys_core::Tile;
use tilephys_core::platform::{Easing, Path, PathMode, Waypoint};
use tilephys_ecs::bytemuck::{Pod, Zeroable};
use tilephys_ecs::{
    BodyCollision, Collider, EventKind, FeelZone, Gravity, LayerId, Mover, MoverPath, Physics, Position,
    Response, TileCoord, TileGrid, TileId, Trigger, Velocity,
};
use tilephys_feel::{Feel, FeelState, Input};

pub(crate) const DT: f32 = 1.0 / 60.0;
const COLS: i32 = 40;
const ROWS: i32 = 24;

/// Coins and shots of the player, and ticks of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Score {
    pub(crate) coins: u32,
    pub(crate) shots: u32,
    pub(crate) broken: u32,
    pub(crate) ticks: u32,
}

/// Ticks until a bullet is gone.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Bullet(u32);

/// Handle of the entity that a crate follows, by its bits: valid as handles come back.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Follows(u64);

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Coin(u8);

pub(crate) struct Arcade {
    pub(crate) physics: Physics,
    pub(crate) world: World,
}

fn grid(rng: &mut Rng) -> (TileGrid, LayerId, TileId) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    for (row, col) in (0..ROWS).flat_map(|row| (0..COLS).map(move |col| (row, col))) {
        let is_wall = row == 0 || row == ROWS - 1 || col == 0 || col == COLS - 1;
        if is_wall || row % 5 == 3 && rng.chance(60) {
            grid.set_tile(layer, TileCoord::new(col, row), Some(stone));
        }
    }
    (grid, layer, stone)
}

/// Random inputs of so many ticks, each held for some.
pub(crate) fn inputs(rng: &mut Rng, ticks: usize) -> Vec<[u8; 2]> {
    let mut inputs = Vec::new();
    while inputs.len() < ticks {
        let input = [rng.below(256_u32) as u8, rng.below(256_u32) as u8];
        inputs.resize(inputs.len() + rng.range(1, 20) as usize, input);
    }
    inputs.truncate(ticks);
    inputs
}

impl Arcade {
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let (grid, layer, stone) = grid(&mut rng);
        let mut physics = Physics::new(grid);
        physics.gravity = Vec2::new(0.0, 900.0);
        physics.save_plain::<Score>("Score");
        physics.save_plain::<Bullet>("Bullet");
        physics.save_plain::<Follows>("Follows");
        physics.save_plain::<Coin>("Coin");
        let mut game = Arcade { physics, world: World::new() };
        let Arcade { physics, world } = &mut game;
        let player = (Position::new(40.0, 20.0), Velocity::default(), Collider::new(8.0, 11.0));
        let player = physics.spawn(world, (player.0, player.1, player.2, Feel::celeste(), Score::default()));
        for x in 0..4 {
            let stops = [(100 + 120 * x, 60), (100 + 120 * x, 300)];
            let stops = stops.map(|(x, y)| Waypoint { at: IVec2::new(x, y) * 256, wait: 10, ticks: 90 });
            let path = MoverPath::new(Path::new(&stops, PathMode::PingPong, Easing::InOut).unwrap());
            let at = Position::on_lattice(stops[0].at);
            physics.spawn(
                world,
                (at, Velocity::default(), Collider::new(32.0, 6.0), Mover { layer, tile: stone }, path),
            );
        }
        for x in 0..8 {
            let at = Position::new(60.0 + 60.0 * x as f32, 30.0);
            let follows = Follows(player.to_bits().get());
            physics.spawn(
                world,
                (at, Velocity::default(), Collider::new(9.0, 9.0), BodyCollision::default(), follows),
            );
        }
        let spring = FeelZone::Spring { velocity: Vec2::new(120.0, -300.0) };
        world.spawn((Position::new(300.0, 340.0), Collider::new(30.0, 28.0), Trigger::default(), spring));
        (0..12).for_each(|k| game.spawn_coin(k, IVec2::new(60, 50) * 256));
        game
    }

    /// Spawns a coin, some way from a place in lattice units.
    fn spawn_coin(&mut self, k: u32, near: IVec2) {
        let away = IVec2::new((k * 83 % 90) as i32 - 45, (k * 37 % 60) as i32 - 30) * 256;
        let at = Position::on_lattice(near + away);
        self.world.spawn((at, Collider::new(20.0, 24.0), Trigger::default(), Coin(k as u8)));
    }

    pub(crate) fn player(&self) -> Entity {
        self.world.query::<Entity>().with::<&Score>().iter().next().expect("the player stays")
    }

    pub(crate) fn score(&self) -> Score {
        *self.world.get::<&Score>(self.player()).unwrap()
    }

    pub(crate) fn score_mut(&mut self, change: impl FnOnce(&mut Score)) {
        let player = self.player();
        change(&mut self.world.get::<&mut Score>(player).unwrap());
    }

    /// Snapshot of a game without entities.
    pub(crate) fn empty(seed: u64) -> Vec<u8> {
        let mut game = Arcade::new(seed);
        game.world.clear();
        game.physics.snapshot(&mut game.world)
    }

    pub(crate) fn is_dashing(&self) -> bool {
        self.world.get::<&FeelState>(self.player()).is_ok_and(|state| state.is_dashing())
    }

    /// Plays a tick. Returns the hash after it.
    pub(crate) fn tick(&mut self, input: &[u8]) -> u64 {
        let player = self.player();
        let is = |bit: u32| input[0] >> bit & 1 != 0;
        let mut score = self.score();
        score.ticks += 1;
        if let Ok(mut command) = self.world.get::<&mut Input>(player) {
            command.along = f32::from(i8::from(is(0)) - i8::from(is(1)));
            command.upward = f32::from(i8::from(is(2)) - i8::from(is(3)));
            (command.jump, command.dash) = (command.jump.next(is(4)), command.dash.next(is(5)));
        }
        if !input[1].is_multiple_of(3) && score.ticks.is_multiple_of(4) {
            score.shots += 1;
            let at = *self.world.get::<&Position>(player).unwrap();
            let velocity = Velocity::new(f32::from(input[1]) * 4.0 - 500.0, f32::from(input[0]) - 128.0);
            let bullet = (at, velocity, Collider::new(3.0, 3.0), Response::Stop, Gravity::NONE, Bullet(40));
            self.physics.spawn(&mut self.world, bullet);
        }
        if score.ticks.is_multiple_of(15) {
            let near = self.world.get::<&Position>(player).unwrap().at;
            self.spawn_coin(score.ticks, near);
        }
        self.physics.step(&mut self.world, DT);
        self.follow();
        self.take_coins(player, &mut score);
        self.break_tiles(&mut score);
        *self.world.get::<&mut Score>(player).unwrap() = score;
        self.physics.game_hash(&self.world)
    }

    /// Crates move toward the entity that they follow.
    fn follow(&mut self) {
        for (velocity, position, follows) in self.world.query::<(&mut Velocity, &Position, &Follows)>().iter()
        {
            let leader = Entity::from_bits(follows.0).expect("it was an entity");
            let leader = self.world.query_one::<&Position>(leader).get().map(|at| at.at).expect("it stays");
            velocity.0.x = if leader.x > position.at.x { 40.0 } else { -40.0 };
        }
    }

    fn take_coins(&mut self, player: Entity, score: &mut Score) {
        let entered = self.physics.events().filter(|event| event.entity == player);
        let entered = entered.filter_map(|event| self.physics.sensor_entity(event.kind.sensor()?));
        let taken: Vec<Entity> = entered.filter(|entity| self.world.satisfies::<&Coin>(*entity)).collect();
        for coin in taken {
            score.coins += u32::from(self.world.despawn(coin).is_ok());
        }
    }

    fn break_tiles(&mut self, score: &mut Score) {
        let hits = self.physics.events().filter(|event| self.world.satisfies::<&Bullet>(event.entity));
        let hits: Vec<(Entity, Option<(LayerId, TileCoord)>)> = hits
            .filter_map(|event| {
                let EventKind::Hit(hit) = event.kind else { return None };
                let tile = (hit.target.layer, hit.target.cell);
                let tile = hit.target.off_grid.is_none().then_some(tile);
                Some((event.entity, tile))
            })
            .collect();
        for (bullet, tile) in hits {
            let is_inner =
                |at: &TileCoord| at.col > 0 && at.row > 0 && at.col < COLS - 1 && at.row < ROWS - 1;
            if let Some((layer, at)) = tile.filter(|(_, at)| is_inner(at)) {
                score.broken += 1;
                self.physics.grid_mut().set_tile(layer, at, None);
            }
            let _: Result<(), _> = self.world.despawn(bullet);
        }
        let mut old = Vec::new();
        for (entity, bullet) in self.world.query::<(Entity, &mut Bullet)>().iter() {
            bullet.0 -= 1;
            old.extend((bullet.0 == 0).then_some(entity));
        }
        old.sort_unstable();
        old.into_iter().for_each(|bullet| self.world.despawn(bullet).unwrap());
    }
}
