//! Property test: random levels that are clean by construction have no findings, and a fault that is put into one is
//! found at its place.

use crate::rng::Rng;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use tilephys_check::{CheckId, Checker, Finding, Settings};

const LEVELS: u64 = 300;

/// The checks that this test is about.
const CHECKS: [u16; 13] = [10, 11, 12, 13, 14, 15, 16, 26, 30, 31, 32, 33, 48];

const TILESET: &str = r#" <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="3" columns="3">
  <image source="rock.png" width="48" height="16"/>
  <tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
  <tile id="1"><objectgroup><object id="1" x="0" y="16"><polygon points="0,0 16,-16 16,0"/></object></objectgroup></tile>
  <tile id="2"><objectgroup><object id="1" x="0" y="8" width="16" height="8"/></objectgroup></tile>
 </tileset>
"#;

/// A room of solid walls with clutter, and a free hall on the floor: five cells wide and three high.
struct Room {
    cols: i32,
    rows: i32,
    /// Gids, row by row.
    cells: Vec<u32>,
    /// Column of the hall's left end.
    hall: i32,
    bounds: &'static str,
    /// Objects in XML: the spawn, the goal, a pick-up and an enemy, with ids from 1.
    objects: Vec<String>,
    /// Further layers in XML.
    layers: String,
}

impl Room {
    fn random(rng: &mut Rng) -> Room {
        let (cols, rows) = (rng.range(9, 40), rng.range(7, 20));
        let bounds = rng.pick(&["open", "closed", "kill_below"]);
        let hall = rng.range(1, cols - 6);
        let mut room =
            Room { cols, rows, cells: Vec::new(), hall, bounds, objects: Vec::new(), layers: String::new() };
        for row in 0..rows {
            for col in 0..cols {
                let is_wall = row == 0 || col == 0 || row == rows - 1 || col == cols - 1;
                let is_hall = row >= rows - 4 && (hall..hall + 5).contains(&col);
                let clutter = if !is_hall && rng.chance(15) { rng.range(1, 3) } else { 0 };
                room.cells.push(if is_wall { 1 } else { clutter });
            }
        }
        let floor = room.floor();
        let at = |cell: i32| room.left(cell);
        room.objects = vec![
            spawn(1, at(0) + 8, floor),
            area(2, "TpGoal", at(4), floor - 16),
            area(3, "TpCollectible", at(2), floor - 16 - rng.below(16_i32)),
            area(4, "Slime", at(3), floor - 16),
        ];
        room
    }

    /// Top of the floor, in pixels.
    fn floor(&self) -> i32 {
        (self.rows - 1) * 16
    }

    /// Left edge of a column of the hall, in pixels.
    fn left(&self, cell: i32) -> i32 {
        (self.hall + cell) * 16
    }

    fn clear(&mut self, col: i32, row: i32) {
        self.cells[(row * self.cols + col) as usize] = 0;
    }

    fn xml(&self) -> String {
        let Room { cols, rows, bounds, .. } = self;
        let mut xml = format!(
            "<map version=\"1.10\" class=\"TpLevel\" orientation=\"orthogonal\" width=\"{cols}\" height=\"{rows}\" \
             tilewidth=\"16\" tileheight=\"16\">\n <properties><property name=\"bounds\" value=\"{bounds}\"/></properties>\n"
        );
        xml += TILESET;
        xml += &layer(1, (*cols, *rows), "", &self.cells);
        xml += &self.layers;
        let objects = self.objects.concat();
        _ = write!(xml, " <objectgroup id=\"2\" name=\"marks\">\n{objects} </objectgroup>\n</map>\n");
        xml
    }

    fn findings(&self) -> Vec<Finding> {
        let xml = self.xml();
        let files = move |path: &Path| match path.to_str() {
            Some("room.tmx") => Ok(xml.clone().into_bytes()),
            _ => Err(io::Error::from(io::ErrorKind::NotFound)),
        };
        let mut settings = Settings::default();
        settings.only.extend(CHECKS.map(CheckId));
        settings.grounded = vec!["Slime".to_owned()];
        Checker::with_files(settings, files).check(&[PathBuf::from("room.tmx")]).findings
    }
}

fn layer(id: u32, (cols, rows): (i32, i32), attributes: &str, cells: &[u32]) -> String {
    let data: Vec<_> = cells.iter().map(u32::to_string).collect();
    format!(
        " <layer id=\"{id}\" name=\"layer {id}\" width=\"{cols}\" height=\"{rows}\"{attributes}>\n  \
         <data encoding=\"csv\">{}</data>\n </layer>\n",
        data.join(",")
    )
}

fn spawn(id: u32, x: i32, y: i32) -> String {
    format!("  <object id=\"{id}\" type=\"TpSpawn\" x=\"{x}\" y=\"{y}\"><point/></object>\n")
}

fn area(id: u32, class: &str, x: i32, y: i32) -> String {
    format!("  <object id=\"{id}\" type=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"16\" height=\"16\"/>\n")
}

/// The place of a fault: the object, and the cell.
type Place = (Option<u32>, Option<(i32, i32)>);

/// Puts the fault of a check into a clean room, and returns where it is.
fn damage(room: &mut Room, check: u16, rng: &mut Rng) -> Place {
    let (floor, hall, last) = (room.floor(), room.hall, room.rows - 1);
    let start = room.left(0) + 8;
    match check {
        10 => {
            room.objects.remove(0);
            (None, None)
        }
        11 => {
            room.objects.push(spawn(5, room.left(1) + 8, floor));
            (Some(1), None)
        }
        12 => {
            room.objects[0] = spawn(1, start, floor + rng.range(2, 16));
            (Some(1), Some((hall, last)))
        }
        13 => {
            room.bounds = rng.pick(&["open", "kill_below"]);
            room.clear(hall, last);
            (Some(1), Some((hall, last)))
        }
        14 => {
            room.objects.remove(1);
            (Some(1), None)
        }
        15 => {
            room.bounds = "open";
            (0..hall).for_each(|col| room.clear(col, last - 1));
            (None, Some((0, last - 1)))
        }
        16 => {
            room.bounds = "open";
            room.clear(hall + 1, last);
            (None, Some((hall + 1, last)))
        }
        26 => {
            let copy = room.objects[2].replace("id=\"3\"", "id=\"5\"");
            room.objects.push(copy);
            (Some(5), None)
        }
        30 => {
            let far = rng.range(17, 500);
            let (x, y) = rng.pick(&[(-far, 0), (0, -far), (room.cols * 16 + far, 0), (0, floor + 16 + far)]);
            room.objects.push(area(5, "Bat", x, y));
            (Some(5), None)
        }
        31 => {
            let (col, row) = (hall + rng.below(5), last - 3);
            let mut cells = vec![0; room.cells.len()];
            cells[(row * room.cols + col) as usize] = 1;
            let hidden = rng.pick(&[" visible=\"0\"", " opacity=\"0\""]);
            room.layers = layer(3, (room.cols, room.rows), hidden, &cells);
            (None, Some((col, row)))
        }
        32 => {
            room.objects[2] = area(3, "TpCollectible", room.left(2), floor);
            (Some(3), Some((hall + 2, last)))
        }
        33 => {
            room.objects[3] = area(4, "Slime", room.left(3), floor - 16 - rng.range(2, 30));
            (Some(4), None)
        }
        _ => {
            let path = "<properties><property name=\"path\" type=\"object\" value=\"6\"/></properties>";
            let (x, y, down) = (room.left(1), floor - 40, rng.range(35, 39));
            room.objects.push(format!(
                "  <object id=\"5\" type=\"TpMover\" x=\"{x}\" y=\"{y}\" width=\"16\" height=\"8\">{path}</object>\n"
            ));
            let line = format!("<polyline points=\"0,0 0,{down}\"/>");
            room.objects.push(format!("  <object id=\"6\" x=\"{x}\" y=\"{y}\">{line}</object>\n"));
            (Some(5), Some((hall + 1, last)))
        }
    }
}

fn words(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|f| format!("{} {:?}: {}", f.check, f.place, f.message)).collect()
}

#[test]
fn random_clean_levels_have_no_findings() {
    for seed in 0..LEVELS {
        let room = Room::random(&mut Rng::new(seed));
        let found = words(&room.findings());
        assert!(found.is_empty(), "seed {seed}: {found:#?}\n{}", room.xml());
    }
}

#[test]
fn a_fault_in_a_clean_level_is_found_at_its_place() {
    for seed in 0..LEVELS {
        let mut rng = Rng::new(seed);
        let mut room = Room::random(&mut rng);
        let check = CHECKS[seed as usize % CHECKS.len()];
        let (object, cell) = damage(&mut room, check, &mut rng);
        let findings = room.findings();
        let is_it = |f: &&Finding| {
            let at = f.place.cell.map(|at| (at.col, at.row));
            f.check == CheckId(check)
                && (object.is_none() || f.place.object == object)
                && (cell.is_none() || at == cell)
        };
        let told = || {
            format!(
                "seed {seed}, TP{check:03} at {object:?} {cell:?}: {:#?}\n{}",
                words(&findings),
                room.xml()
            )
        };
        assert_eq!(findings.iter().filter(is_it).count(), 1, "{}", told());
        // A hole is also a fall from the start, and the other way round.
        let others = findings.iter().filter(|f| f.check != CheckId(check) && ![13, 16].contains(&f.check.0));
        assert_eq!(others.count(), 0, "{}", told());
    }
}
