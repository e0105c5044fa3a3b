//! Makes a level at random until it can be finished and no coin is out of reach. Prints the level and the number of tries.
//!
//! `cargo run --release --example reach`

use tilephys::core::{Aabb, Profile, Tile, TileCoord, TileGrid, UNITS_PER_PX};
use tilephys::feel::Feel;
use tilephys::glam::{IVec2, UVec2, Vec2};
use tilephys::reach::{Budget, Map, Player, Start, Target, Verdict, reach};

/// Size of the level, in tiles, and of a tile, in px.
const COLUMNS: i32 = 60;
const ROWS: i32 = 12;
const TILE: i32 = 16;

/// Numbers by a linear congruence, so that each run makes the same levels.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n.unsigned_abs())) as i32
    }
}

/// Platforms at any heights, one after the other, with a coin over each.
struct Level {
    solid: Vec<(i32, i32)>,
    coins: Vec<(i32, i32)>,
}

impl Level {
    fn random(numbers: &mut Numbers) -> Level {
        let mut level = Level { solid: Vec::new(), coins: Vec::new() };
        let mut col = 0;
        let mut row = ROWS - 2;
        while col < COLUMNS {
            let width = 3 + numbers.below(4);
            for k in 0..width {
                level.solid.push((col + k, row));
            }
            level.coins.push((col + width / 2, row - 2 - numbers.below(3)));
            col += width + numbers.below(7);
            row = (row + numbers.below(9) - 4).clamp(4, ROWS - 2);
        }
        level
    }

    /// True if a character that starts on the first platform gets to the last one and to all coins.
    fn can_be_finished(&self) -> bool {
        let mut grid = TileGrid::new(UVec2::splat(TILE as u32));
        let ground = grid.add_layer("ground");
        let stone = grid.add_tile(Tile::default());
        for &(col, row) in &self.solid {
            grid.set_tile(ground, TileCoord::new(col, row), Some(stone));
        }
        let player = Player {
            feel: Feel::mega_man(),
            profile: Profile::default(),
            size: IVec2::new(8, 12) * UNITS_PER_PX,
            gravity: Vec2::new(0.0, 900.0),
            dt: 1.0 / 60.0,
        };
        let cell = |(col, row): (i32, i32)| {
            let px = IVec2::new(col, row) * TILE;
            Aabb::from_min_size(px * UNITS_PER_PX, IVec2::splat(TILE * UNITS_PER_PX))
        };
        let goal = self.solid[self.solid.len() - 1];
        let mut targets = vec![Target { id: 0, area: cell((goal.0, goal.1 - 1)) }];
        targets.extend(self.coins.iter().map(|&coin| Target { id: 1, area: cell(coin) }));
        let first = cell(self.solid[0]).min;
        let start = first - IVec2::new(0, player.size.y);
        let found =
            reach(&Map::of_grid(&grid), &player, &Start::at_rest(start), &targets, &Budget::default());
        found.verdicts.iter().all(|verdict| matches!(verdict, Verdict::Reachable(_)))
    }

    fn print(&self) {
        for row in 0..ROWS {
            let letter = |col: i32| {
                let is_solid = self.solid.contains(&(col, row));
                let is_coin = self.coins.contains(&(col, row));
                if is_solid {
                    '#'
                } else if is_coin {
                    'o'
                } else {
                    '.'
                }
            };
            let line: String = (0..COLUMNS).map(letter).collect();
            println!("{line}");
        }
    }
}

fn main() {
    let mut numbers = Numbers(7);
    for tries in 1.. {
        let level = Level::random(&mut numbers);
        if level.can_be_finished() {
            level.print();
            println!("finished, with all coins, after {tries} tries");
            return;
        }
    }
}
