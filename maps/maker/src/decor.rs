//! Draws decoration: sprites kept as text in `decor.txt`, a letter a pixel.

use crate::canvas::{Canvas, TILE};
use crate::palette::{CLEAR, FIRE, GLASS, Ink, MOSS, RED, ROCK, STONE, WALL, WATER};

/// Columns of the decoration sheet.
pub(crate) const COLUMNS: i32 = 16;
/// Rows of the decoration sheet.
pub(crate) const ROWS: i32 = 5;

/// A sprite and its place in the sheet.
pub(crate) struct Sprite {
    pub(crate) name: &'static str,
    /// Column and row of its low corner in the sheet.
    pub(crate) at: (i32, i32),
    /// Columns and rows that it takes.
    pub(crate) tiles: (i32, i32),
    pub(crate) canvas: Canvas,
}

impl Sprite {
    /// The id of its tile at a column and row of its own.
    pub(crate) fn id(&self, column: i32, row: i32) -> i32 {
        (self.at.1 + row) * COLUMNS + self.at.0 + column
    }
}

/// All sprites of the decoration.
pub(crate) fn sprites() -> Vec<Sprite> {
    let mut sprites = read(include_str!("decor.txt"));
    let door = sprites.iter().find(|sprite| sprite.name == "door").expect("a door");
    let cold = cold_door(door);
    sprites.push(cold);
    sprites
}

/// The door back: one with cold light.
fn cold_door(door: &Sprite) -> Sprite {
    let mut canvas = door.canvas.clone();
    for ink in &mut canvas.pixels {
        *ink = match Ink(*ink) {
            ink if ink == FIRE[0] => WALL[3],
            ink if ink == FIRE[1] => GLASS[0],
            ink if ink == FIRE[2] => GLASS[1],
            ink => ink,
        }
        .0;
    }
    Sprite { name: "door_back", at: (14, 3), tiles: door.tiles, canvas }
}

/// The sprites in a text.
///
/// # Panics
/// Where it breaks its format: `= name column,row [WxH] floor|ceiling|whole|water`, then rows of pixels.
pub(crate) fn read(text: &'static str) -> Vec<Sprite> {
    text.split("= ")
        .skip(1)
        .map(|block| {
            let (head, art) = block.split_once('\n').expect("a head line");
            sprite(head, &art.lines().collect::<Vec<_>>())
        })
        .collect()
}

fn sprite(head: &'static str, art: &[&str]) -> Sprite {
    let words: Vec<&'static str> = head.split(' ').collect();
    let pair = |word: &str, by: char| {
        let (a, b) = word.split_once(by).expect("a pair of numbers");
        (a.parse::<i32>().expect("a number"), b.parse::<i32>().expect("a number"))
    };
    let tiles = if words.len() == 4 { pair(words[2], 'x') } else { (1, 1) };
    let mut canvas = Canvas::new(tiles.0 * TILE, tiles.1 * TILE);
    let wide = art.iter().map(|row| row.chars().count()).max().unwrap_or(0) as i32;
    let tall = art.len() as i32;
    assert!(wide <= canvas.width && tall <= canvas.height, "{head}: {wide} x {tall} pixels are too many");
    let left = (canvas.width - wide) / 2;
    let top = if words.last() == Some(&"floor") { canvas.height - tall } else { 0 };
    for (y, row) in art.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            canvas.set(left + x as i32, top + y as i32, ink(letter));
        }
    }
    if words.last() == Some(&"water") {
        water(&mut canvas, words[0] == "water_top");
    }
    Sprite { name: words[0], at: pair(words[1], ','), tiles, canvas }
}

fn water(canvas: &mut Canvas, surface: bool) {
    for y in 0..TILE {
        for x in 0..TILE {
            let ink = match y {
                0..4 if surface => CLEAR,
                4 if surface => WATER[1],
                _ if surface && (y == 6 && x % 8 < 3 || y == 8 && (x + 3) % 8 < 2) => WATER[1],
                _ => WATER[0],
            };
            canvas.set(x, y, ink);
        }
    }
}

/// The colour of a letter: each ramp has a run of letters, from dark to bright.
fn ink(letter: char) -> Ink {
    let ramps: [(char, &[Ink]); 7] =
        [('1', &ROCK), ('a', &MOSS), ('k', &STONE), ('A', &WALL), ('x', &GLASS), ('f', &FIRE), ('r', &RED)];
    if letter == '.' {
        return CLEAR;
    }
    ramps
        .into_iter()
        .find_map(|(first, ramp)| ramp.get((letter as usize).wrapping_sub(first as usize)).copied())
        .unwrap_or_else(|| panic!("no colour has the letter {letter:?}"))
}
