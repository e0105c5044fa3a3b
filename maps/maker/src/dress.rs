//! Furnishes the level: sprites where the plan has letters, and plants where it has none.

use crate::canvas::{hash, pick};
use crate::decor::{Sprite, sprites};
use crate::plan::{Fill, Plan};

/// The layer of details, as global ids, where `first` is the first id of the decoration.
pub(crate) fn details(plan: &Plan, first: u32) -> Vec<u32> {
    let tiles = vec![0; (plan.width * plan.height) as usize];
    let mut dresser = Dresser { plan, first, sprites: sprites(), tiles };
    plan.cells().for_each(|(column, row)| dresser.thing(column, row));
    plan.cells().for_each(|(column, row)| dresser.plant(column, row));
    dresser.tiles
}

struct Dresser<'a> {
    plan: &'a Plan,
    first: u32,
    sprites: Vec<Sprite>,
    tiles: Vec<u32>,
}

impl Dresser<'_> {
    fn put(&mut self, name: &str, column: i32, row: i32) {
        let sprite =
            self.sprites.iter().find(|s| s.name == name).unwrap_or_else(|| panic!("no sprite {name}"));
        let (wide, tall) = sprite.tiles;
        for y in 0..tall {
            for x in 0..wide {
                let cell = (row - tall + 1 + y) * self.plan.width + column + x;
                self.tiles[cell as usize] = self.first + sprite.id(x, y) as u32;
            }
        }
    }

    fn one_of(&mut self, names: &[&str], column: i32, row: i32) {
        self.put(names[pick(column, row, 141, names.len() as u32) as usize], column, row);
    }

    fn thing(&mut self, column: i32, row: i32) {
        let above = self.plan.letter(column, row - 1);
        let below = self.plan.letter(column, row + 1);
        match self.plan.letter(column, row) {
            'P' => self.put("flag", column, row),
            'G' | 'n' => self.put("door", column, row),
            'p' => self.put("door_back", column, row),
            '!' => self.put("goal_flag", column, row),
            'C' => self.put("campfire", column, row),
            'T' => self.put("torch", column, row),
            'S' => self.put("sign", column, row),
            '*' => self.one_of(&["crystal_floor_1", "crystal_floor_2"], column, row),
            'o' => self.put("crystal_hang", column, row),
            'g' => self.put("gem_wall", column, row),
            'm' => self.one_of(&["mushroom_1", "mushroom_2", "mushroom_3"], column, row),
            'f' => self.one_of(&["fern_1", "fern_2"], column, row),
            'w' => self.put("reeds", column, row),
            'b' => self.one_of(&["bones", "fish_bones"], column, row),
            'u' => self.one_of(&["pot_1", "pot_2"], column, row),
            'j' => self.put("urn", column, row),
            'r' => self.put("rubble", column, row),
            '$' => self.put("chest", column, row),
            'i' => self.put("idol", column, row),
            'q' => self.put("plaque", column, row),
            'y' => self.put("lamp_post", column, row),
            'I' if above != 'I' => self.put("pillar_top", column, row),
            'I' if below != 'I' => self.put("pillar_base", column, row),
            'I' => self.put("pillar_mid", column, row),
            'B' => {
                self.put("banner_top", column, row);
                self.put("banner_end", column, row + 1);
            }
            'L' => {
                self.put("lantern", column, row);
                let links = (1..).take_while(|up| !self.plan.solid(column, row - up)).count() as i32;
                (1..=links).for_each(|up| self.put("chain", column, row - up));
            }
            'v' => self.vine(column, row),
            _ => {}
        }
    }

    fn free(&self, column: i32, row: i32) -> bool {
        matches!(self.plan.letter(column, row), '.' | ':' | '^')
            && self.tiles[(row * self.plan.width + column) as usize] == 0
    }

    /// Hangs a vine from a cell down, as long as there is air, and at most five tiles.
    fn vine(&mut self, column: i32, row: i32) {
        let wanted = 2 + pick(column, row, 142, 4);
        let long = (1..wanted).take_while(|down| self.free(column, row + down)).count() as i32;
        if long == 0 {
            return self.put("vine_short_1", column, row);
        }
        self.put("vine_top_1", column, row);
        (1..long).for_each(|down| self.put("vine_mid_1", column, row + down));
        self.put("vine_end_1", column, row + long);
    }

    /// Grows grass on rock and lets roots hang from it, here and there.
    fn plant(&mut self, column: i32, row: i32) {
        if !self.free(column, row) {
            return;
        }
        let chance = hash(column, row, 143) % 100;
        match (self.plan.letter(column, row - 1), self.plan.letter(column, row + 1)) {
            (_, '#') => match chance {
                0..46 => self.one_of(&["tuft_1", "tuft_2", "tuft_3", "tuft_4"], column, row),
                46..53 => self.one_of(&["flower_1", "flower_2"], column, row),
                53..59 => self.one_of(&["fern_1", "fern_2"], column, row),
                59..65 => self.one_of(&["pebbles_1", "pebbles_2"], column, row),
                65..69 => self.one_of(&["mushroom_1", "mushroom_2"], column, row),
                _ => {}
            },
            ('#', _) => match chance {
                0..22 => self.one_of(&["stalactite_1", "stalactite_2"], column, row),
                22..36 => self.one_of(&["roots_1", "roots_2"], column, row),
                36..54 => self.one_of(&["hang_moss_1", "hang_moss_2"], column, row),
                54..68 => self.vine(column, row),
                _ => {}
            },
            ('%', _) if self.plan.fill(column, row) == Fill::Room => {
                if self.plan.solid(column - 1, row) {
                    self.put("cobweb_left", column, row);
                } else if self.plan.solid(column + 1, row) {
                    self.put("cobweb_right", column, row);
                }
            }
            (_, '%') if chance < 6 => self.one_of(&["rubble", "pebbles_2"], column, row),
            _ => {}
        }
    }
}
