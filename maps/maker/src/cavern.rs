//! `cavern.tmx`: the level drawn in `cavern.txt`, clothed.
//!
//! | letter | meaning | letter | meaning |
//! | --- | --- | --- | --- |
//! | `#` | rock | `%` | brick |
//! | `.` | air in the cave | `:` | air in a room of the temple |
//! | `^` | air before the view outside | `~` | shallow water |
//! | `P` | spawn | `G` | goal, the low left corner of a door two tiles wide and high |
//! | `C` | checkpoint | `T` | torch |
//! | `L` | lantern on a chain | `S` | sign |
//! | `*` | crystal on the floor | `o` | crystal under the ceiling |
//! | `g` | gem in the wall | `m` | mushroom |
//! | `f` | fern | `w` | reeds |
//! | `v` | vine from the ceiling | `b` | bones |
//! | `u` | pot | `j` | urn |
//! | `r` | rubble | `$` | chest |
//! | `I` | pillar, over as many rows as it has letters | `B` | banner, its upper half |
//! | `i` | idol, the low left corner of two tiles by two | `q` | plaque |
//! | `z` | frieze | `y` | lamp post, its foot |
//!
//! A letter for a thing stands in the kind of air of its neighbours.

use crate::blob;
use crate::canvas::{TILE, hash, noise, pick};
use crate::decor::{Sprite, sprites};
use crate::light::{COLD_SIDE, WARM_SIDE};
use crate::sheet;
use crate::tiled::{Encoding, Layer, Map, Object};
use crate::vista;

/// Columns of the level.
pub(crate) const WIDTH: i32 = 200;
/// Rows of the level.
pub(crate) const HEIGHT: i32 = 60;

/// The size of the player's box, in pixels.
const PLAYER: (i32, i32) = (8, 11);

/// Columns and rows at which views out of the cave have their low corners.
const VIEWS: [(i32, i32); 2] = [(3, 10), (184, 39)];

/// What a cell is filled with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    Rock,
    Brick,
    Cave,
    Room,
    View,
}

/// The level's text, cell by cell.
pub(crate) struct Plan {
    letters: Vec<char>,
}

impl Plan {
    /// The plan that is kept in `cavern.txt`.
    ///
    /// # Panics
    /// If the text has not 200 columns and 60 rows.
    pub(crate) fn load() -> Self {
        let text = include_str!("cavern.txt");
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), HEIGHT as usize, "rows of cavern.txt");
        for (n, row) in rows.iter().enumerate() {
            assert_eq!(row.chars().count(), WIDTH as usize, "columns in row {n} of cavern.txt");
        }
        Self { letters: rows.concat().chars().collect() }
    }

    /// The letter of a cell; rock outside of the map.
    pub(crate) fn letter(&self, column: i32, row: i32) -> char {
        if (0..WIDTH).contains(&column) && (0..HEIGHT).contains(&row) {
            self.letters[(row * WIDTH + column) as usize]
        } else {
            '#'
        }
    }

    /// Whether a cell is rock or brick.
    pub(crate) fn solid(&self, column: i32, row: i32) -> bool {
        matches!(self.letter(column, row), '#' | '%')
    }

    /// What fills a cell; a thing's cell is filled as the nearest plain air, to its left first.
    pub(crate) fn fill(&self, column: i32, row: i32) -> Fill {
        for reach in 0..WIDTH {
            for near in [column - reach, column + reach] {
                match self.letter(near, row) {
                    '#' if reach == 0 => return Fill::Rock,
                    '%' if reach == 0 => return Fill::Brick,
                    '.' => return Fill::Cave,
                    ':' => return Fill::Room,
                    '^' => return Fill::View,
                    _ => {}
                }
            }
        }
        Fill::Cave
    }

    /// The cells with a letter, row by row.
    pub(crate) fn all(&self, letter: char) -> Vec<(i32, i32)> {
        cells().filter(|&(column, row)| self.letter(column, row) == letter).collect()
    }
}

fn cells() -> impl Iterator<Item = (i32, i32)> {
    (0..WIDTH * HEIGHT).map(|n| (n % WIDTH, n / WIDTH))
}

/// First global ids of the tilesets, in the order of the map.
struct Ids {
    cave: u32,
    temple: u32,
    decor: u32,
    light: u32,
    vista: u32,
}

/// The level.
pub(crate) fn map() -> Map {
    let plan = Plan::load();
    let sheets = [sheet::cave(), sheet::temple(), sheet::decor(), sheet::light(), sheet::vista()];
    let mut tilesets = Vec::new();
    let mut next = 1;
    for sheet in &sheets {
        tilesets.push((next, sheet.name));
        next += sheet.count() as u32;
    }
    let ids = Ids {
        cave: tilesets[0].0,
        temple: tilesets[1].0,
        decor: tilesets[2].0,
        light: tilesets[3].0,
        vista: tilesets[4].0,
    };
    let mut dresser = Dresser { plan: &plan, first: ids.decor, sprites: sprites(), tiles: empty() };
    dresser.dress();
    let details = dresser.tiles;
    let scenery = vec![
        Layer::Tiles("view", view(&plan, &ids)),
        Layer::Tiles("background", background(&plan, &ids)),
        Layer::Tiles("shade", shade(&plan, &ids)),
    ];
    let level = vec![
        Layer::Tiles("ground", ground(&plan, &ids)),
        Layer::Tiles("details", details),
        Layer::Tiles("water", water(&plan, &ids)),
        Layer::Group("glow", glow(&plan, &ids)),
    ];
    let layers = vec![
        Layer::Group("scenery", scenery),
        Layer::Group("level", level),
        Layer::Objects("objects", objects(&plan)),
    ];
    Map { width: WIDTH, height: HEIGHT, encoding: Encoding::Csv, tilesets, layers }
}

fn empty() -> Vec<u32> {
    vec![0; (WIDTH * HEIGHT) as usize]
}

fn tiles(of: impl Fn(i32, i32) -> u32) -> Vec<u32> {
    cells().map(|(column, row)| of(column, row)).collect()
}

fn ground(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(|column, row| {
        let blob = blob::index(blob::mask(|dx, dy| plan.solid(column + dx, row + dy)));
        match plan.fill(column, row) {
            Fill::Rock => ids.cave + sheet::rock_id(blob, column, row) as u32,
            Fill::Brick => ids.temple + sheet::brick_id(blob, column, row) as u32,
            _ => 0,
        }
    })
}

/// Whether nothing of what is behind a cell can be seen: it and its neighbours are solid.
fn buried(plan: &Plan, column: i32, row: i32) -> bool {
    plan.solid(column, row) && blob::mask(|dx, dy| plan.solid(column + dx, row + dy)) == blob::FULL
}

/// Whether the cave has a wall behind a cell, and not a hollow or a window. What hangs on the wall, and windows,
/// have wall around them.
fn walled(plan: &Plan, column: i32, row: i32) -> bool {
    match plan.fill(column, row) {
        Fill::View => false,
        Fill::Rock | Fill::Brick | Fill::Room => true,
        Fill::Cave => {
            let hollow = noise(column, row * 3 / 2, 11, 131) + noise(column, row, 4, 132) / 4 >= 205;
            let near = |dx: i32, dy: i32| match plan.letter(column + dx, row + dy) {
                'T' | 'g' => dx * dx + dy * dy < 12,
                '^' => dx * dx + dy * dy < 14,
                _ => false,
            };
            !hollow || (-3..=3).any(|dy| (-3..=3).any(|dx| near(dx, dy)))
        }
    }
}

fn background(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(|column, row| {
        if buried(plan, column, row) || !walled(plan, column, row) {
            return 0;
        }
        let room = plan.fill(column, row) == Fill::Room;
        let brick = plan.fill(column, row) == Fill::Brick
            && (-2..=2).any(|d| plan.fill(column + d, row) == Fill::Room || plan.fill(column, row + d) == Fill::Room);
        if plan.letter(column, row) == 'z' {
            ids.temple + sheet::FRIEZE as u32
        } else if room || brick {
            ids.temple + sheet::back_id(column, row) as u32
        } else {
            let blob = blob::index(blob::mask(|dx, dy| walled(plan, column + dx, row + dy)));
            ids.cave + sheet::wall_id(blob, column, row) as u32
        }
    })
}

/// What is seen where the wall is broken: the dark, or the land outside.
fn view(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(|column, row| {
        let near = |test: &dyn Fn(i32, i32) -> bool| {
            (-1..=1).any(|dy| (-1..=1).any(|dx| test(column + dx, row + dy)))
        };
        if buried(plan, column, row) || !near(&|c, r| !walled(plan, c, r)) {
            return 0;
        }
        if !near(&|c, r| plan.fill(c, r) == Fill::View) {
            return ids.cave + sheet::dark_id(column, row) as u32;
        }
        let (left, top) = VIEWS[usize::from(column > WIDTH / 2)];
        let at = |n: i32, size: i32| n.clamp(0, size - 1);
        let (x, y) = (at(column - left, vista::SIZE.0), at(row - top, vista::SIZE.1));
        ids.vista + (y * vista::SIZE.0 + x) as u32
    })
}

fn shade(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(|column, row| {
        let mask = blob::mask(|dx, dy| !plan.solid(column + dx, row + dy));
        if plan.solid(column, row) || mask == blob::FULL || plan.fill(column, row) == Fill::View {
            0
        } else {
            ids.light + blob::index(mask) as u32
        }
    })
}

/// Shallow water: the cells drawn so, and things that stand beside them.
fn water(plan: &Plan, ids: &Ids) -> Vec<u32> {
    let sprites = sprites();
    let id = |name: &str| sprites.iter().find(|s| s.name == name).map_or(0, |s| ids.decor + s.id(0, 0) as u32);
    let (surface, body) = (id("water_top"), id("water"));
    let wet = |column: i32, row: i32| {
        let beside = |d: i32| plan.letter(column + d, row) == '~';
        let thing = !matches!(plan.letter(column, row), '.' | '#' | '%' | ':' | '^');
        beside(0) || thing && (beside(-1) || beside(1))
    };
    tiles(|column, row| match (wet(column, row), wet(column, row - 1)) {
        (false, _) => 0,
        (true, false) => surface,
        (true, true) => body,
    })
}

/// Halos: warm around fires, cold around crystals. Each goes to the first layer in which it meets no other.
fn glow(plan: &Plan, ids: &Ids) -> Vec<Layer> {
    let of = |letters: [char; 5], side: i32, id: fn(i32, i32) -> i32| {
        let at = letters.into_iter().flat_map(|letter| plan.all(letter));
        at.map(move |at| (at, side, id)).collect::<Vec<_>>()
    };
    let warm = of(['T', 'L', 'C', 'G', 'y'], WARM_SIDE, sheet::warm_id);
    let cold = of(['*', 'o', 'g', '\0', '\0'], COLD_SIDE, sheet::cold_id);
    let mut layers = [empty(), empty(), empty(), empty()];
    for ((column, row), side, id) in warm.into_iter().chain(cold) {
        let spots: Vec<(usize, u32)> = (0..side * side)
            .map(|n| (n % side, n / side))
            .map(|(dx, dy)| (column - side / 2 + dx, row - side / 2 + dy, ids.light + id(dx, dy) as u32))
            .filter(|&(c, r, _)| (0..WIDTH).contains(&c) && (0..HEIGHT).contains(&r) && !buried(plan, c, r))
            .map(|(c, r, gid)| ((r * WIDTH + c) as usize, gid))
            .collect();
        let free = layers.iter_mut().find(|layer| spots.iter().all(|&(cell, _)| layer[cell] == 0));
        if let Some(layer) = free {
            spots.into_iter().for_each(|(cell, gid)| layer[cell] = gid);
        }
    }
    let names = ["glow 1", "glow 2", "glow 3", "glow 4"];
    names.into_iter().zip(layers).filter(|(_, l)| l.iter().any(|&g| g > 0)).map(|(n, l)| Layer::Tiles(n, l)).collect()
}

fn objects(plan: &Plan) -> Vec<Object> {
    let mut out = Vec::new();
    for (column, row) in plan.all('P') {
        let at = (column * TILE + (TILE - PLAYER.0) / 2, (row + 1) * TILE - PLAYER.1);
        out.push(Object { name: "player".into(), class: "TpSpawn", at, size: PLAYER });
    }
    for (column, row) in plan.all('G') {
        let at = (column * TILE, (row - 1) * TILE);
        out.push(Object { name: "exit".into(), class: "TpGoal", at, size: (2 * TILE, 2 * TILE) });
    }
    let mut checkpoints = plan.all('C');
    checkpoints.sort_unstable();
    for (n, (column, row)) in checkpoints.into_iter().enumerate() {
        let name = format!("checkpoint {}", n + 1);
        out.push(Object { name, class: "TpCheckpoint", at: (column * TILE, row * TILE), size: (TILE, TILE) });
    }
    out
}

/// Puts the sprites where the plan has letters, and plants where it has none.
struct Dresser<'a> {
    plan: &'a Plan,
    first: u32,
    sprites: Vec<Sprite>,
    tiles: Vec<u32>,
}

impl Dresser<'_> {
    fn dress(&mut self) {
        for (column, row) in cells() {
            self.thing(column, row);
        }
        for (column, row) in cells() {
            self.plant(column, row);
        }
    }

    fn put(&mut self, name: &str, column: i32, row: i32) {
        let sprite = self.sprites.iter().find(|s| s.name == name).unwrap_or_else(|| panic!("no sprite {name}"));
        let (wide, tall) = sprite.tiles;
        for y in 0..tall {
            for x in 0..wide {
                let cell = (row - tall + 1 + y) * WIDTH + column + x;
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
            'G' => self.put("door", column, row),
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
        matches!(self.plan.letter(column, row), '.' | ':' | '^') && self.tiles[(row * WIDTH + column) as usize] == 0
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
