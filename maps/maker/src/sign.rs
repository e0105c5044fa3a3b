//! Draws signs: boards with words, each cut into the tiles that it takes.

use crate::canvas::{Canvas, TILE};
use crate::palette::{CLEAR, Ink, ROCK};
use crate::plan::Plan;
use crate::sheet::{COLUMNS, Sheet};

/// Pixels of a letter's height, and of a line with the space below it.
const TALL: i32 = 5;
const LINE: i32 = 6;

/// The letters, each five rows of pixels.
const LETTERS: &str = "A010101111101101 B110101110101110 C011100100100011 D110101101101110 E111100110100111 \
F111100110100100 G011100101101011 H101101111101101 I111010010010111 J001001001101010 K101101110101101 \
L100100100100111 N110101101101101 O010101101101010 P110101110100100 Q010101101111011 R110101110101101 \
S011100010001110 T111010010010010 U101101101101111 V101101101101010 X101101010101101 Y101101010010010 \
Z111001010100111 0010101101101010 1010110010010111 2110001010100111 3110001010001110 4101101111001001 \
5111100110001110 6011100111101111 7111001010010010 8111101111101111 9111101111001110 :000010000010000 \
/001001010100100 -000000111000000 .000000000000010 +000010111010000";

/// Column, row and id of a tile of a board.
pub(crate) type Hung = (i32, i32, i32);

/// Text and position of a board.
#[derive(Clone, Copy)]
pub(crate) struct Sign {
    /// The cell of its left end.
    pub(crate) at: (i32, i32),
    /// Tiles of its width.
    pub(crate) wide: i32,
    pub(crate) lines: [&'static str; 2],
}

/// A board of one line or two, `wide` tiles wide.
pub(crate) const fn sign(column: i32, row: i32, wide: i32, lines: [&'static str; 2]) -> Sign {
    Sign { at: (column, row), wide, lines }
}

/// Columns of a letter and the space after it.
fn width(letter: char) -> i32 {
    match letter {
        'M' | 'W' => 6,
        ' ' => 3,
        ':' | '.' => 3,
        _ => 4,
    }
}

fn is_set(letter: char, x: i32, y: i32) -> bool {
    match letter {
        // Three columns would not do for these.
        'M' => ["10001", "11011", "10101", "10001", "10001"][y as usize].as_bytes()[x as usize] == b'1',
        'W' => ["10001", "10001", "10101", "11011", "10001"][y as usize].as_bytes()[x as usize] == b'1',
        ' ' => false,
        letter => {
            let found = LETTERS.split_whitespace().find(|word| word.starts_with(letter));
            let bits = found.unwrap_or_else(|| panic!("no letter {letter:?}"));
            bits.as_bytes()[(1 + y * 3 + x) as usize] == b'1'
        }
    }
}

fn write(canvas: &mut Canvas, text: &str, top: i32, ink: Ink) {
    let long: i32 = text.chars().map(width).sum::<i32>() - 1;
    assert!(long <= canvas.width - 4, "{text}: {long} pixels are too long for {} tiles", canvas.width / TILE);
    let mut left = (canvas.width - long) / 2;
    for letter in text.chars() {
        let columns = width(letter) - 1;
        for y in 0..TALL {
            for x in 0..columns.min(if matches!(letter, ':' | '.') { 2 } else { columns }) {
                if is_set(letter, x, y) {
                    canvas.set(left + x, top + y, ink);
                }
            }
        }
        left += columns + 1;
    }
}

impl Sign {
    /// The board.
    fn canvas(&self) -> Canvas {
        let mut canvas = Canvas::new(self.wide * TILE, TILE);
        for y in 0..TILE {
            for x in 0..canvas.width {
                let edge = x == 0 || y == 0 || x == canvas.width - 1 || y == TILE - 1;
                let nail = (x == 2 || x == canvas.width - 3) && (y == 2 || y == TILE - 3);
                let ink = match (edge, y) {
                    (true, 0) => ROCK[6],
                    (true, _) => ROCK[2],
                    _ if nail => ROCK[2],
                    (_, 8) if self.lines[1].is_empty() => ROCK[4],
                    _ => ROCK[if y < 8 { 5 } else { 4 }],
                };
                canvas.set(x, y, ink);
            }
        }
        let lines: Vec<&str> = self.lines.into_iter().filter(|line| !line.is_empty()).collect();
        let top = (TILE - lines.len() as i32 * LINE + 1) / 2;
        for (n, line) in (0..).zip(lines) {
            write(&mut canvas, line, top + n * LINE, ROCK[7]);
        }
        canvas
    }
}

/// The tileset of some signs, and which id has each of their tiles: column, row and id.
pub(crate) fn sheet(name: &'static str, signs: &[Sign]) -> (Sheet, Vec<Hung>) {
    let count: i32 = signs.iter().map(|sign| sign.wide).sum();
    let mut sheet = Sheet::new(name, (count + COLUMNS - 1) / COLUMNS);
    let mut places = Vec::new();
    for sign in signs {
        let canvas = sign.canvas();
        for n in 0..sign.wide {
            let mut tile = Canvas::new(TILE, TILE);
            for y in 0..TILE {
                (0..TILE).for_each(|x| tile.set(x, y, canvas.get(n * TILE + x, y)));
            }
            debug_assert!(tile.get(8, 8) != CLEAR);
            sheet.put(places.len() as i32, &tile);
            places.push((sign.at.0 + n, sign.at.1, places.len() as i32));
        }
    }
    (sheet, places)
}

/// The layer of signs: columns, rows and ids of their tiles, in a tileset with this first id.
pub(crate) fn hung(plan: &Plan, first: u32, places: &[Hung]) -> Vec<u32> {
    let mut tiles = vec![0; (plan.width * plan.height) as usize];
    for &(column, row, id) in places {
        tiles[(row * plan.width + column) as usize] = first + id as u32;
    }
    tiles
}
