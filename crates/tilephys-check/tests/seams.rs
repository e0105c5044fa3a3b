//! Random maps: shapes with corners on whole pixels have no finding, and a corner that is shifted by 0.3 px is found
//! at its tile. Clean by construction, so no other implementation is compared.

use crate::fixes::{check, fixed, of_check};
use crate::rng::Rng;
use std::fmt::Write;
use tilephys_check::Finding;

/// Size of the maps, in cells.
const SIZE: [usize; 2] = [12, 8];

/// Ids of the tiles that random cells have, and of the tile with the fault.
const TILES: u32 = 7;
const FAULTY: u32 = 7;

fn polygon(points: &[[f64; 2]]) -> String {
    let points: Vec<String> = points.iter().map(|[x, y]| format!("{x},{y}")).collect();
    format!("<object id=\"1\" x=\"0\" y=\"0\"><polygon points=\"{}\"/></object>", points.join(" "))
}

/// Shapes of tiles on whole pixels. The last lies within the tile and between pixels, so that seams are searched.
fn shapes(rng: &mut Rng) -> Vec<String> {
    let mut whole = |from: u32, to: u32| f64::from(rng.range(from, to));
    let full = polygon(&[[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]]);
    let [left, right] = [whole(0, 15), whole(0, 15)];
    let slope = polygon(&[[0.0, left], [16.0, right], [16.0, 16.0], [0.0, 16.0]]);
    let triangle = polygon(&[[0.0, 16.0], [whole(0, 16), whole(0, 12)], [16.0, 16.0]]);
    let mut boxes = || {
        let (x, y) = (whole(0, 14), whole(0, 14));
        polygon(&[[x, y], [16.0, y], [16.0, 16.0], [x, 16.0]])
    };
    let [a, b, c] = [boxes(), boxes(), boxes()];
    let inner = "<object id=\"1\" x=\"4.5\" y=\"5.25\" width=\"7.25\" height=\"6.1\"/>".to_owned();
    vec![full, slope, triangle, a, b, c, inner]
}

fn map(shapes: &[String], cells: &[[u32; SIZE[0]]; SIZE[1]]) -> String {
    let [width, height] = SIZE;
    let mut text = format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"{width}\" height=\"{height}\" tilewidth=\"16\" \
         tileheight=\"16\">\n<tileset firstgid=\"1\" name=\"rock\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"8\" \
         columns=\"8\"><image source=\"rock.png\" width=\"128\" height=\"16\"/>\n"
    );
    for (id, shape) in shapes.iter().enumerate() {
        _ = writeln!(text, "<tile id=\"{id}\"><objectgroup>{shape}</objectgroup></tile>");
    }
    let rows: Vec<String> = cells.iter().map(|row| row.map(|cell| cell.to_string()).join(",")).collect();
    _ = writeln!(text, "</tileset>\n<layer id=\"1\" name=\"ground\" width=\"{width}\" height=\"{height}\">");
    _ = writeln!(text, "<data encoding=\"csv\">{}</data></layer></map>", rows.join(",\n"));
    text
}

fn random_cells(rng: &mut Rng) -> [[u32; SIZE[0]]; SIZE[1]] {
    let mut cells = [[0; SIZE[0]]; SIZE[1]];
    for cell in cells.iter_mut().flatten() {
        if rng.below(3) > 0 {
            *cell = (1 + rng.below(TILES)) | (rng.below(8) << 29);
        }
    }
    cells
}

/// Findings of the checks of shapes.
fn of_shapes(findings: &[Finding]) -> Vec<Finding> {
    ["TP021", "TP022", "TP023", "TP024", "TP025", "TP028"].map(|id| of_check(findings, id)).concat()
}

#[test]
fn shapes_on_whole_pixels_have_no_finding() {
    let mut rng = Rng::new(1);
    for round in 0..150 {
        let text = map(&shapes(&mut rng), &random_cells(&mut rng));
        assert_eq!(of_shapes(&check(&text)), [], "round {round}:\n{text}");
    }
}

/// The corner of a tile's image that a flipped tile has at `point` of its cell.
fn drawn(point: [f64; 2], flags: u32) -> [f64; 2] {
    let [mut x, mut y] = point;
    if flags & 4 != 0 {
        x = 16.0 - x;
    }
    if flags & 2 != 0 {
        y = 16.0 - y;
    }
    if flags & 1 != 0 { [y, x] } else { [x, y] }
}

#[test]
fn a_shifted_corner_is_found_at_its_tile_and_fixed() {
    let mut rng = Rng::new(2);
    let (mut steps, mut gaps, mut turned) = (0, 0, 0);
    for round in 0..150 {
        let mut shapes = shapes(&mut rng);
        let mut cells = random_cells(&mut rng);
        let (col, row, flags) = (1 + rng.below(10) as usize, 1 + rng.below(6) as usize, rng.below(8));
        // One of the upper corners as the map shows it: up, down or inward.
        let mut corners = [[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]];
        let (corner, how) = (rng.below(2) as usize, rng.below(3));
        match how {
            0 => corners[corner][1] = -0.3,
            1 => corners[corner][1] = 0.3,
            _ => corners[corner][0] = [0.3, 15.7][corner],
        }
        shapes.push(polygon(&corners.map(|point| drawn(point, flags))));
        cells[row - 1][col - 1..=col + 1].fill(0);
        cells[row][col - 1..=col + 1].fill(1);
        cells[row + 1][col - 1..=col + 1].fill(1);
        cells[row][col] = (1 + FAULTY) | (flags << 29);
        let text = map(&shapes, &cells);
        let found = of_shapes(&check(&text));
        let id = if how == 2 { "TP023" } else { "TP022" };
        assert!(found.iter().any(|f| f.check.to_string() == id), "round {round}: {found:?}\n{text}");
        for finding in &found {
            assert_eq!(finding.place.tile, Some(FAULTY), "round {round}: {finding:?}\n{text}");
            let cell = finding.place.cell.expect("it has a cell");
            assert_eq!((cell.col, cell.row), (col as i32, row as i32), "round {round}: {finding:?}\n{text}");
        }
        let fixed = fixed(&text, &found);
        assert_eq!(of_shapes(&check(&fixed)), [], "round {round}:\n{fixed}");
        steps += u32::from(how < 2);
        gaps += u32::from(how == 2);
        turned += u32::from(flags > 0);
    }
    println!("{steps} steps, {gaps} gaps, {turned} of turned tiles");
    assert!(steps > 50 && gaps > 25 && turned > 75);
}
