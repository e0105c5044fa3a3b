//! Levels that run to the right, made by numbers: ground with gaps, blocks, steps and walls, as in the classics.

use crate::sound::Numbers;

/// Rows of a made level, and the row of its ground.
pub(crate) const ROWS: usize = 15;
pub(crate) const GROUND: usize = 13;

/// A level of `columns` columns in rows of letters; see [`TextLevel`](crate::levels::TextLevel).
pub(crate) fn made(seed: u64, columns: usize) -> Vec<Vec<char>> {
    let mut numbers = Numbers(seed);
    let mut rows = vec![vec!['.'; columns]; ROWS];
    for row in &mut rows[GROUND..] {
        row.fill('#');
    }
    let mut col = 10;
    while col + 16 < columns {
        match numbers.below(6) {
            // A gap.
            0 => {
                let width = 2 + numbers.below(3) as usize;
                for row in &mut rows[GROUND..] {
                    row[col..col + width].fill('.');
                }
                col += width;
            }
            // A wall.
            1 => {
                let height = 2 + numbers.below(3) as usize;
                for row in &mut rows[GROUND - height..GROUND] {
                    row[col..col + 2].fill('#');
                }
                col += 2;
            }
            // Blocks in the air, and a coin on them.
            2 => {
                let height = 4;
                let width = 2 + numbers.below(4) as usize;
                rows[GROUND - height][col..col + width].fill('#');
                rows[GROUND - height - 1][col + width / 2] = 'o';
                col += width;
            }
            // Steps up.
            3 => {
                let height = 2 + numbers.below(3) as usize;
                for k in 0..height {
                    for row in &mut rows[GROUND - 1 - k..GROUND] {
                        row[col + k] = '#';
                    }
                }
                col += height;
            }
            // A line over a gap.
            4 => {
                let width = 5 + numbers.below(3) as usize;
                for row in &mut rows[GROUND..] {
                    row[col..col + width].fill('.');
                }
                rows[GROUND - 1][col + 1..col + width - 1].fill('-');
                col += width;
            }
            // A coin in the air.
            _ => {
                rows[GROUND - 2][col + 1] = 'o';
                col += 3;
            }
        }
        col += 3 + numbers.below(5) as usize;
    }
    rows[GROUND - 1][2] = 'S';
    rows[GROUND - 1][columns - 3] = 'G';
    for row in &mut rows {
        row[0] = '#';
        row[columns - 1] = '#';
    }
    rows
}

/// The text of a level.
pub(crate) fn text(rows: &[Vec<char>]) -> String {
    let lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    lines.join("\n")
}
