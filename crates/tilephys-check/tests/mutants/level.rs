//! Good levels as lines of text, which faults edit in memory.

use crate::rng::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tilephys_check::{Checker, Finding, Settings};
use tilephys_tiled::Files;

/// Columns of a part of a random level.
const PART: usize = 6;

/// What stands on the floor in a part of a random level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Start,
    Hill,
    Platform,
    Lift,
    Spikes,
    Ledge,
    Ladder,
    Enemy,
    Door,
    Goal,
}

/// The plan of a random level.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) cols: i32,
    pub(super) rows: i32,
    parts: Vec<Part>,
}

impl Plan {
    /// First column of a part.
    pub(super) fn column(&self, part: Part) -> Option<i32> {
        let place = self.parts.iter().position(|other| *other == part)?;
        Some(1 + (place * PART) as i32)
    }

    /// Row of the floor.
    pub(super) fn floor(&self) -> i32 {
        self.rows - 1
    }
}

/// A level with all its files.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Path of the map.
    pub(super) map: PathBuf,
    /// Lines of the files that may be edited; others are read from disk.
    pub(super) files: BTreeMap<PathBuf, Vec<String>>,
    /// Plan of a random level; `None` for a level of the project.
    pub(super) plan: Option<Plan>,
}

/// Reads the texts of a level, and everything else from disk.
struct Texts<'a>(&'a BTreeMap<PathBuf, Vec<String>>);

impl Files for Texts<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.0.get(path) {
            Some(lines) => Ok(lines.join("\n").into_bytes()),
            None => fs::read(path),
        }
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect()
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
        .canonicalize()
        .expect("the folder is there")
}

fn read(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("the file is there");
    text.lines().map(str::to_owned).collect()
}

impl Level {
    /// A level of the project.
    pub(super) fn of_project(name: &str) -> Level {
        let map = folder("maps").join(name);
        Level { files: BTreeMap::from([(map.clone(), read(&map))]), map, plan: None }
    }

    /// A random level that is good by construction: parts in any order on a floor, in a closed box.
    pub(super) fn random(seed: u64) -> Level {
        let mut rng = Rng::new(seed);
        let mut rest = vec![Part::Hill, Part::Platform, Part::Spikes, Part::Ledge, Part::Ladder, Part::Enemy];
        // A map with a door needs neither start nor goal.
        rest.push(if seed.is_multiple_of(2) { Part::Door } else { Part::Goal });
        rest.retain(|part| matches!(part, Part::Door | Part::Goal) || rng.chance(80));
        rest.extend([Part::Start, Part::Lift]);
        let mut parts = Vec::new();
        while let Some(at) = rng.index_in(&rest) {
            parts.push(rest.swap_remove(at));
        }
        let cols = (parts.len() * PART + 2) as i32;
        let plan = Plan { cols, rows: rng.range(9, 14), parts };
        let dir = folder("tests/check");
        let (map, other, tiles) = (dir.join("level.tmx"), dir.join("other.tmx"), dir.join("tiles.tsx"));
        let lines = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let tileset = read(&tiles);
        let files = BTreeMap::from([
            (map.clone(), lines(map_text(&plan, &mut rng))),
            (other, lines(OTHER.to_owned())),
            (tiles, tileset),
        ]);
        Level { map, files, plan: Some(plan) }
    }

    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut settings = Settings::default();
        settings.grounded = vec!["Slime".to_owned()];
        Checker::with_files(settings, Texts(&self.files)).check(std::slice::from_ref(&self.map)).findings
    }

    /// Path of a file beside the map.
    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.map.with_file_name(name)
    }

    /// Lines of the map.
    pub(super) fn lines(&mut self) -> &mut Vec<String> {
        self.files.get_mut(&self.map).expect("a level has its map")
    }

    /// Indices of the map's lines that contain a text.
    pub(super) fn all(&self, text: &str) -> Vec<usize> {
        let lines = self.files[&self.map].iter().enumerate();
        lines.filter(|(_, line)| line.contains(text)).map(|(index, _)| index).collect()
    }

    /// Index of the map's first line that contains a text.
    pub(super) fn first(&self, text: &str) -> Option<usize> {
        self.files[&self.map].iter().position(|line| line.contains(text))
    }

    /// Index of the line with a row of a tile layer.
    pub(super) fn row(&self, layer: &str, row: i32) -> Option<usize> {
        Some(self.first(&format!(" name=\"{layer}\" width"))? + 2 + usize::try_from(row).ok()?)
    }

    pub(super) fn cell(&mut self, layer: &str, (col, row): (i32, i32)) -> Option<u32> {
        let line = self.row(layer, row)?;
        self.lines()[line].split(',').nth(usize::try_from(col).ok()?)?.parse().ok()
    }

    /// Sets a cell of a tile layer; returns the index of the line.
    pub(super) fn set_cell(&mut self, layer: &str, (col, row): (i32, i32), gid: &str) -> Option<usize> {
        let line = self.row(layer, row)?;
        let lines = self.lines();
        let mut cells: Vec<&str> = lines[line].split(',').collect();
        *cells.get_mut(usize::try_from(col).ok()?)? = gid;
        lines[line] = cells.join(",");
        Some(line)
    }

    /// Replaces a text in a line of the map.
    pub(super) fn replace(&mut self, line: usize, from: &str, to: &str) -> Option<()> {
        replace(&mut self.lines()[line], from, to)
    }

    /// The value of an attribute in a line of the map.
    pub(super) fn value(&self, line: usize, attribute: &str) -> Option<String> {
        let (_, rest) = self.files[&self.map][line].split_once(&format!(" {attribute}=\""))?;
        Some(rest.split_once('"')?.0.to_owned())
    }

    /// Sets an attribute in a line of the map.
    pub(super) fn set(&mut self, line: usize, attribute: &str, value: &str) -> Option<()> {
        let old = self.value(line, attribute)?;
        if old == value {
            return Some(());
        }
        self.replace(line, &format!(" {attribute}=\"{old}\""), &format!(" {attribute}=\"{value}\""))
    }

    /// The id in a line of the map.
    pub(super) fn id(&self, line: usize) -> Option<u32> {
        self.value(line, "id")?.parse().ok()
    }

    /// A random line with one of some objects that have no properties.
    pub(super) fn object(&self, rng: &mut Rng, classes: &[&str]) -> Option<usize> {
        let lines: Vec<usize> =
            classes.iter().flat_map(|class| self.all(&format!(" type=\"{class}\""))).collect();
        rng.index_in(&lines).map(|index| lines[index])
    }
}

/// Replaces a text in a line.
pub(super) fn replace(line: &mut String, from: &str, to: &str) -> Option<()> {
    let changed = line.replacen(from, to, 1);
    let is_new = changed != *line;
    *line = changed;
    is_new.then_some(())
}

const OTHER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="6" height="4" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="tiles.tsx"/>
 <layer id="1" name="ground" width="6" height="4">
  <data encoding="csv">
1,1,1,1,1,1,
1,0,0,0,0,1,
1,0,0,0,0,1,
1,1,1,1,1,1
</data>
 </layer>
 <objectgroup id="3" name="marks">
  <object id="8" type="TpDoor" x="64" y="32" width="16" height="16">
   <properties>
    <property name="target" type="file" value="level.tmx"/>
    <property name="target_object" type="object" value="8"/>
   </properties>
  </object>
 </objectgroup>
</map>"#;

fn map_text(plan: &Plan, rng: &mut Rng) -> String {
    let Plan { cols, rows, .. } = plan;
    let ground = rows_of(plan, |col, row| {
        let is_wall = row == 0 || col == 0 || row == rows - 1 || col == cols - 1;
        let is_clutter = row < rows - 7 && rng.chance(15);
        u32::from(is_wall || is_clutter)
    });
    let front = rows_of(plan, |_, _| 0);
    let (mut layers, mut objects) = ([ground, front], String::new());
    for part in &plan.parts {
        build(plan, *part, &mut layers, &mut objects);
    }
    let bounds = rng.pick(&["open", "closed", "kill_below"]);
    let [ground, front] = layers.map(|cells| {
        let rows: Vec<String> =
            cells.iter().map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",")).collect();
        rows.join(",\n")
    });
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" class="TpLevel" orientation="orthogonal" width="{cols}" height="{rows}" tilewidth="16" tileheight="16" infinite="0">
 <properties>
  <property name="bounds" value="{bounds}"/>
 </properties>
 <tileset firstgid="1" source="tiles.tsx"/>
 <layer id="1" name="ground" width="{cols}" height="{rows}">
  <data encoding="csv">
{ground}
</data>
 </layer>
 <layer id="2" name="front" width="{cols}" height="{rows}">
  <data encoding="csv">
{front}
</data>
 </layer>
 <objectgroup id="3" name="marks">
{objects} </objectgroup>
</map>"#
    )
}

fn rows_of(plan: &Plan, mut cell: impl FnMut(i32, i32) -> u32) -> Vec<Vec<u32>> {
    (0..plan.rows).map(|row| (0..plan.cols).map(|col| cell(col, row)).collect()).collect()
}

/// Adds the tiles and objects of a part.
fn build(plan: &Plan, part: Part, [ground, front]: &mut [Vec<Vec<u32>>; 2], objects: &mut String) {
    let column = plan.column(part).unwrap_or(1);
    let floor = plan.floor();
    let tiles = |cells: &mut Vec<Vec<u32>>, up: i32, from: i32, gids: &[u32]| {
        let at = (column + from) as usize;
        cells[(floor - up) as usize][at..at + gids.len()].copy_from_slice(gids);
    };
    let (left, low) = (column * 16, floor * 16);
    let area = |id: u32, class: &str, x: i32| {
        let y = low - 16;
        format!("  <object id=\"{id}\" type=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"16\" height=\"16\"/>\n")
    };
    match part {
        Part::Start => {
            let (x, y) = (left + 20, low - 11);
            *objects += &format!(
                "  <object id=\"1\" name=\"start\" type=\"TpSpawn\" x=\"{x}\" y=\"{y}\" width=\"8\" height=\"11\"/>\n"
            );
            *objects += &area(3, "TpCheckpoint", left + 32);
            *objects += &area(4, "TpCollectible", left + 64);
        }
        Part::Hill => tiles(ground, 1, 1, &[2, 1, 1, 3]),
        Part::Platform => tiles(front, 3, 1, &[4, 4, 4]),
        Part::Spikes => tiles(ground, 1, 2, &[6, 6]),
        Part::Ledge => tiles(ground, 1, 2, &[8, 8]),
        Part::Ladder => (1..4).for_each(|up| tiles(ground, up, 2, &[7])),
        Part::Enemy => *objects += &area(7, "Slime", left + 32),
        Part::Goal => *objects += &area(2, "TpGoal", left + 48),
        Part::Lift => {
            let (x, y) = (left + 32, low - 32);
            *objects += &format!(
                r#"  <object id="5" name="lift" type="TpMover" x="{x}" y="{y}" width="16" height="8">
   <properties>
    <property name="path" type="object" value="6"/>
    <property name="speed" type="float" value="40"/>
    <property name="wait" type="float" value="1"/>
   </properties>
  </object>
  <object id="6" name="way" x="{x}" y="{y}">
   <polyline points="0,0 0,-24"/>
  </object>
"#
            );
        }
        Part::Door => {
            let (x, y) = (left + 32, low - 16);
            *objects += &format!(
                r#"  <object id="8" name="door" type="TpDoor" x="{x}" y="{y}" width="16" height="16">
   <properties>
    <property name="target" type="file" value="other.tmx"/>
    <property name="target_object" type="object" value="8"/>
    <property name="two_way" type="bool" value="true"/>
   </properties>
  </object>
"#
            );
        }
    }
}
