//! The map as a picture in text, with where a body began, went and ended.

use super::look::Trace;
use super::model::{Action, Kind, Scenario};
use crate::geometry::solid::{Solid, bounds, one_way_lines, parts};
use glam::{I64Vec2, IVec2};
use std::collections::BTreeMap;
use std::fmt::Write;
use tilephys::core::shape::TileShape;

/// How large a picture is: a block of `cells` x `cells` cells is drawn as `chars` characters.
#[derive(Clone, Copy)]
struct Scale {
    cells: i32,
    chars: IVec2,
}

impl Scale {
    const fn new(cells: i32, x: i32, y: i32) -> Scale {
        Scale { cells, chars: IVec2::new(x, y) }
    }
}

/// From the most detailed to one character for many cells. A character is about twice as high as wide.
const SCALES: [Scale; 9] = [
    Scale::new(1, 6, 3),
    Scale::new(1, 4, 2),
    Scale::new(1, 2, 1),
    Scale::new(4, 2, 1),
    Scale::new(16, 2, 1),
    Scale::new(64, 2, 1),
    Scale::new(1 << 10, 2, 1),
    Scale::new(1 << 16, 2, 1),
    Scale::new(1 << 22, 2, 1),
];

/// The finest scale at which the end of a long way is better seen than the whole.
const CROPPED: Scale = SCALES[2];

/// The most characters of a picture, without its margins.
const MOST: IVec2 = IVec2::new(108, 24);

/// Blocks shown around the body.
const AROUND: IVec2 = IVec2::ONE;

/// The part of a trace that a picture is about.
pub(crate) struct Scene<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) trace: &'a Trace,
    /// A body or mover.
    pub(crate) thing: usize,
    pub(crate) step: usize,
    /// The repeats that are drawn: from this one to that one.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

struct Canvas {
    /// The block in the upper left corner.
    low: IVec2,
    /// How many there are.
    blocks: IVec2,
    scale: Scale,
    /// Of the scenario, in lattice units.
    tile: IVec2,
    rows: Vec<Vec<char>>,
}

/// Draws a body's way: `S` where it was before, `+` where it was between, `E` where it was at last.
pub(crate) fn draw(scene: &Scene) -> String {
    let path = path(scene);
    let start = path[0];
    let end = path[path.len() - 1];
    let mut canvas = Canvas::around(scene, &path);
    canvas.draw_tiles(scene);
    canvas.draw_movers(scene);
    let size = size(scene);
    for pair in path.windows(2) {
        for part in 0..=8 {
            canvas.draw_box(between(pair[0], pair[1], part), size, '+');
        }
    }
    canvas.draw_box(start, size, 'S');
    canvas.draw_box(end, size, 'E');
    canvas.text()
}

/// The body's size at the end.
fn size(scene: &Scene) -> IVec2 {
    scene.trace.steps[scene.step][scene.to][scene.thing].size
}

/// The place after `part` of eight parts of the way.
fn between(from: IVec2, to: IVec2, part: i64) -> IVec2 {
    let from = from.as_i64vec2();
    let to = to.as_i64vec2();
    (from + (to - from) * part / 8).as_ivec2()
}

/// Corners of the body: before, at every hit, after every repeat.
fn path(scene: &Scene) -> Vec<IVec2> {
    let steps = &scene.trace.steps;
    let thing = scene.thing;
    let before = match (scene.from, scene.step) {
        (0, 0) => &scene.trace.start,
        (0, step) => steps[step - 1].last().unwrap_or(&scene.trace.start),
        (from, step) => &steps[step][from - 1],
    };
    let mut path = vec![before[thing].position];
    for looks in &steps[scene.step][scene.from..=scene.to] {
        path.extend(looks[thing].hits.iter().map(|hit| hit.position));
        path.push(looks[thing].position);
    }
    path
}

impl Canvas {
    /// A canvas that holds the whole way if it can, or the end of it if the body is small beside its way.
    fn around(scene: &Scene, path: &[IVec2]) -> Canvas {
        let tile = scene.scenario.tile_units();
        let size = size(scene);
        let low = path.iter().fold(path[0], |low, p| low.min(*p));
        let high = path.iter().fold(path[0], |high, p| high.max(*p)).saturating_add(size - IVec2::ONE);
        for scale in SCALES {
            let block = |at: IVec2| at.div_euclid(tile).div_euclid(IVec2::splat(scale.cells));
            let from = block(low) - AROUND;
            let blocks = block(high) + AROUND - from + IVec2::ONE;
            let most = MOST / scale.chars;
            if blocks.cmple(most).all() {
                return Canvas::new(from, blocks, scale, tile);
            }
            let own = size / tile;
            if scale.cells == CROPPED.cells && scale.chars == CROPPED.chars && own.cmple(most / 2).all() {
                // Toward where it came from there is more to see than ahead.
                let end = path[path.len() - 1];
                let limit = (most - own) / 3;
                let back = (block(path[0]) - block(end)).clamp(-limit, limit);
                let cropped = block(end + size / 2) + back - most / 2;
                let fits = blocks.cmple(most);
                let low = IVec2::select(fits, from, cropped);
                let shown = IVec2::select(fits, blocks, most);
                return Canvas::new(low, shown, scale, tile);
            }
        }
        let scale = SCALES[SCALES.len() - 1];
        Canvas::new(-MOST / scale.chars / 2, MOST / scale.chars, scale, tile)
    }

    fn new(low: IVec2, blocks: IVec2, scale: Scale, tile: IVec2) -> Canvas {
        let chars = blocks * scale.chars;
        let mut rows = vec![vec![' '; chars.x as usize]; chars.y as usize];
        for row in rows.iter_mut().step_by(scale.chars.y as usize) {
            for place in row.iter_mut().step_by(scale.chars.x as usize) {
                *place = '.';
            }
        }
        Canvas { low, blocks, scale, tile, rows }
    }

    /// The map as it is in the step of the scene.
    fn draw_tiles(&mut self, scene: &Scene) {
        let scenario = scene.scenario;
        let edits = scenario.steps[..=scene.step].iter().filter_map(|step| match &step.action {
            Action::Set(cells) => Some(cells),
            _ => None,
        });
        let mut kinds = BTreeMap::new();
        for cell in scenario.cells.iter().chain(edits.flatten()) {
            kinds.insert((cell.at, cell.layer), cell.kind.map(|kind| &scenario.kinds[kind]));
        }
        for ((at, _), kind) in kinds {
            let Some(kind) = kind else { continue };
            let cell = IVec2::new(at.col, at.row);
            if kind.tile.shape == TileShape::Full {
                self.draw_cell(cell, kind.letter);
            } else {
                self.draw_shape(cell * self.tile, kind);
            }
        }
        for loose in &scenario.loose {
            let kind = &scenario.kinds[loose.kind];
            match loose.size {
                Some(size) => self.draw_box(loose.at, size, kind.letter),
                None => self.draw_shape(loose.at, kind),
            }
        }
    }

    /// Movers, and bodies that are solid to others, where they are at the end.
    fn draw_movers(&mut self, scene: &Scene) {
        let scenario = scene.scenario;
        let kinds = scenario.bodies.iter().map(|body| body.solid);
        let kinds = kinds.chain(scenario.movers.iter().map(|mover| Some(mover.kind)));
        let looks = &scene.trace.steps[scene.step][scene.to];
        for (thing, (kind, look)) in kinds.zip(looks).enumerate() {
            let Some(kind) = kind.filter(|_| thing != scene.thing && !look.gone) else { continue };
            let kind = &scenario.kinds[kind];
            let is_box = thing.checked_sub(scenario.bodies.len()).is_none_or(|at| scenario.movers[at].is_box);
            if is_box {
                self.draw_box(look.position, look.size, kind.letter);
            } else {
                self.draw_shape(look.position - bounds(&kind.tile.shape, self.tile).0, kind);
            }
        }
    }

    fn draw_cell(&mut self, cell: IVec2, letter: char) {
        let block = cell.div_euclid(IVec2::splat(self.scale.cells));
        let Some(corner) = block.checked_sub(self.low) else { return };
        if corner.cmpge(IVec2::ZERO).all() && corner.cmplt(self.blocks).all() {
            let corner = corner * self.scale.chars;
            self.fill(corner, corner + self.scale.chars - IVec2::ONE, letter);
        }
    }

    /// Marks the characters whose middle lies in the shape of a cell at `at`, and the characters that its line
    /// crosses.
    fn draw_shape(&mut self, at: IVec2, kind: &Kind) {
        if self.scale.cells > 1 || self.scale.chars.y == 1 {
            let (low, high) = bounds(&kind.tile.shape, self.tile);
            self.draw_box(at + low, (high - low).max(IVec2::ONE), kind.letter);
            return;
        }
        for part in parts(&kind.tile.shape, self.tile.as_i64vec2()) {
            self.draw_solid(at, &part, kind.letter);
        }
        for line in one_way_lines(&kind.tile.shape) {
            const SAMPLES: i32 = 64;
            // A line on the far edge of its cell is drawn in the cell.
            let [from, to] = line.ends();
            let inward = line.open().vector().max(IVec2::ZERO);
            for i in 0..SAMPLES {
                let p = from + ((to - from).as_i64vec2() * i64::from(i) / i64::from(SAMPLES)).as_ivec2();
                self.draw_box(at + p - inward, IVec2::ONE, kind.letter);
            }
        }
    }

    fn draw_solid(&mut self, at: IVec2, part: &Solid, letter: char) {
        let tile = self.tile.as_i64vec2();
        let chars = self.scale.chars.as_i64vec2();
        for y in 0..self.rows.len() {
            for x in 0..self.rows[y].len() {
                let from_low = I64Vec2::new(x as i64, y as i64) + self.low.as_i64vec2() * chars;
                let middle = (from_low * 2 + 1) * tile / (chars * 2);
                let own = middle - at.as_i64vec2();
                // Far beyond any shape, and so not in it.
                if own.abs().max_element() < i64::from(i32::MAX / 2) && part.holds(own) {
                    self.rows[y][x] = letter;
                }
            }
        }
    }

    /// Marks every character that the box covers any part of.
    fn draw_box(&mut self, min: IVec2, size: IVec2, letter: char) {
        let end = self.blocks * self.scale.chars - IVec2::ONE;
        let place = |at: i64, k: usize| {
            let chars = i64::from(self.scale.chars[k]);
            let block = i64::from(self.scale.cells);
            let from_low = (at * chars).div_euclid(i64::from(self.tile[k]) * block);
            from_low - i64::from(self.low[k]) * chars
        };
        let mut low = IVec2::ZERO;
        let mut high = IVec2::ZERO;
        for k in [0, 1] {
            let from = i64::from(min[k]);
            let to = i64::from(min[k]) + i64::from(size[k]) - 1;
            let from = place(from, k);
            let to = place(to, k);
            if to < 0 || from > i64::from(end[k]) {
                return;
            }
            low[k] = from.max(0) as i32;
            high[k] = to.min(i64::from(end[k])) as i32;
        }
        self.fill(low, high, letter);
    }

    fn fill(&mut self, low: IVec2, high: IVec2, letter: char) {
        for row in &mut self.rows[low.y as usize..=high.y as usize] {
            row[low.x as usize..=high.x as usize].fill(letter);
        }
    }

    /// The picture with column numbers above and row numbers at the left.
    fn text(&self) -> String {
        let first_cell = |block: i32| (i64::from(block) * i64::from(self.scale.cells)).to_string();
        let names = |k: usize| -> Vec<String> {
            (0..self.blocks[k]).map(|block| first_cell(self.low[k] + block)).collect()
        };
        let longest = |names: &[String]| names.iter().map(String::len).max().unwrap_or(0);
        let columns = names(0);
        let names = names(1);
        // Every column has its number, or every second and so on, as there is room with a space between.
        let wide = self.scale.chars.x as usize;
        let margin = longest(&names);
        let every = longest(&columns) / wide + 1;
        let head: String =
            columns.iter().step_by(every).map(|name| format!("{name:<0$}", wide * every)).collect();
        let mut text = format!("{:margin$}  {}\n", "", head.trim_end());
        for (y, row) in self.rows.iter().enumerate() {
            let high = self.scale.chars.y as usize;
            let name = if y % high == 0 { names[y / high].as_str() } else { "" };
            let line: String = row.iter().collect();
            let _ = writeln!(text, "{}", format!("{name:>margin$}  {line}").trim_end());
        }
        text
    }
}
