//! The map as a picture in text, with where a body began, went and ended.

use super::model::Scenario;
use super::play::Trace;
use glam::IVec2;
use std::fmt::Write;
use tilephys::core::TileCoord;

/// Characters for one cell.
#[derive(Clone, Copy)]
struct Scale {
    x: i32,
    y: i32,
}

/// From the most detailed to one character a cell.
const SCALES: [Scale; 3] = [Scale { x: 6, y: 3 }, Scale { x: 4, y: 2 }, Scale { x: 2, y: 1 }];

/// The most characters of a picture, without its margins.
const MOST: IVec2 = IVec2::new(108, 36);

/// Cells shown around the body.
const AROUND: i32 = 1;

/// The part of a trace that a picture is about.
pub(crate) struct Scene<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) trace: &'a Trace,
    pub(crate) body: usize,
    pub(crate) step: usize,
    /// The last repeat that is drawn.
    pub(crate) repeat: usize,
}

struct Canvas {
    /// The cell in the upper left corner.
    low: IVec2,
    cells: IVec2,
    scale: Scale,
    rows: Vec<Vec<char>>,
}

/// Draws the step up to the repeat: `S` where the body was before, `+` where it was between, `E` where it was at last.
pub(crate) fn draw(scene: &Scene) -> String {
    let path = path(scene);
    let (Some(&start), Some(&end)) = (path.first(), path.last()) else { return String::new() };
    let mut canvas = Canvas::around(scene, &path);
    canvas.draw_tiles(scene);
    let size = scene.scenario.bodies[scene.body].size;
    for window in path.windows(2) {
        for part in 0..=8 {
            canvas.draw_box(scene.scenario, between(window[0], window[1], part), size, '+');
        }
    }
    canvas.draw_box(scene.scenario, start, size, 'S');
    canvas.draw_box(scene.scenario, end, size, 'E');
    canvas.text()
}

/// The place after `part` of eight parts of the way.
fn between(from: IVec2, to: IVec2, part: i64) -> IVec2 {
    (from.as_i64vec2() + (to - from).as_i64vec2() * part / 8).as_ivec2()
}

/// Corners of the body: before the step, at every hit, after every repeat.
fn path(scene: &Scene) -> Vec<IVec2> {
    let before = match scene.step.checked_sub(1).and_then(|step| scene.trace.steps[step].last()) {
        Some(looks) => looks[scene.body].position,
        None => scene.trace.start[scene.body].position,
    };
    let mut path = vec![before];
    for looks in &scene.trace.steps[scene.step][..=scene.repeat] {
        let look = &looks[scene.body];
        path.extend(look.hits.iter().map(|hit| hit.position));
        path.push(look.position);
    }
    path
}

impl Canvas {
    /// A canvas that holds the whole path if it can, and the end of it if not.
    fn around(scene: &Scene, path: &[IVec2]) -> Canvas {
        let (tile, size) = (scene.scenario.tile_units(), scene.scenario.bodies[scene.body].size);
        let cell = |at: IVec2| at.div_euclid(tile);
        let low = |points: &[IVec2]| points.iter().fold(points[0], |low, p| low.min(*p));
        let high = |points: &[IVec2]| points.iter().fold(points[0], |high, p| high.max(*p));
        for scale in SCALES {
            let (from, to) = (cell(low(path)) - AROUND, cell(high(path) + size - IVec2::ONE) + AROUND);
            let cells = to.saturating_sub(from).saturating_add(IVec2::ONE);
            if cells.x <= MOST.x / scale.x && cells.y <= MOST.y / scale.y {
                return Canvas::new(from, cells, scale);
            }
        }
        let scale = SCALES[2];
        let most = IVec2::new(MOST.x / scale.x, MOST.y / scale.y);
        let end = path[path.len() - 1];
        let centre = cell(end + size / 2);
        // Toward where it came from there is more to see than ahead.
        let back = (cell(path[0]) - cell(end)).clamp(-most / 3, most / 3);
        Canvas::new(centre + back - most / 2, most, scale)
    }

    fn new(low: IVec2, cells: IVec2, scale: Scale) -> Canvas {
        let row = vec![' '; (cells.x * scale.x) as usize];
        Canvas { low, cells, scale, rows: vec![row; (cells.y * scale.y) as usize] }
    }

    fn draw_tiles(&mut self, scene: &Scene) {
        for row in 0..self.cells.y {
            for col in 0..self.cells.x {
                self.put(IVec2::new(col, row) * IVec2::new(self.scale.x, self.scale.y), '.');
            }
        }
        let scenario = scene.scenario;
        let edits = scenario.steps[..=scene.step].iter().filter_map(|step| match &step.action {
            super::model::Action::Set(cells) => Some(cells),
            _ => None,
        });
        for cell in scenario.cells.iter().chain(edits.flatten()) {
            self.draw_cell(cell.at, cell.kind.map(|kind| scenario.kinds[kind].letter));
        }
        for loose in &scenario.boxes {
            let letter = scenario.kinds[loose.kind].letter;
            self.draw_box(scenario, loose.aabb.min, loose.aabb.max - loose.aabb.min, letter);
        }
    }

    fn draw_cell(&mut self, at: TileCoord, letter: Option<char>) {
        let Some(low) = IVec2::new(at.col, at.row).checked_sub(self.low) else { return };
        if low.cmplt(IVec2::ZERO).any() || low.cmpge(self.cells).any() {
            return;
        }
        let corner = low * IVec2::new(self.scale.x, self.scale.y);
        for y in 0..self.scale.y {
            for x in 0..self.scale.x {
                let empty = if (x, y) == (0, 0) { '.' } else { ' ' };
                self.put(corner + IVec2::new(x, y), letter.unwrap_or(empty));
            }
        }
    }

    /// Marks every character that the box covers any part of.
    fn draw_box(&mut self, scenario: &Scenario, min: IVec2, size: IVec2, letter: char) {
        let tile = scenario.tile_units();
        let scale = IVec2::new(self.scale.x, self.scale.y);
        let (low, end) = (self.low, self.cells * scale);
        let place = |at: i32, k: usize| {
            (i64::from(at) * i64::from(scale[k])).div_euclid(i64::from(tile[k]))
                - i64::from(low[k]) * i64::from(scale[k])
        };
        let range = |k: usize| {
            let (from, to) = (place(min[k], k), place(min[k] + size[k] - 1, k));
            from.max(0)..=to.min(i64::from(end[k]) - 1)
        };
        for y in range(1) {
            for x in range(0) {
                self.put(IVec2::new(x as i32, y as i32), letter);
            }
        }
    }

    fn put(&mut self, at: IVec2, letter: char) {
        self.rows[at.y as usize][at.x as usize] = letter;
    }

    /// The picture with column numbers above and row numbers at the left.
    fn text(&self) -> String {
        let number = |k: i32| k.to_string();
        let margin = number(self.low.y).len().max(number(self.low.y + self.cells.y - 1).len());
        let mut head = String::new();
        for col in 0..self.cells.x {
            let at = (col * self.scale.x) as usize;
            let name = number(self.low.x + col);
            // A number is written where there is room for it, a space included.
            if head.len() <= at {
                let _ = write!(head, "{}{name} ", " ".repeat(at - head.len()));
            }
        }
        let mut text = format!("{:margin$}  {}\n", "", head.trim_end());
        for (y, row) in self.rows.iter().enumerate() {
            let name = match y as i32 % self.scale.y {
                0 => number(self.low.y + y as i32 / self.scale.y),
                _ => String::new(),
            };
            let line: String = row.iter().collect();
            let _ = writeln!(text, "{}", format!("{name:>margin$}  {line}").trim_end());
        }
        text
    }
}
