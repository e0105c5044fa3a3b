//! Checks across maps: doors that lead to other maps, and the seams of worlds.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use tilephys_check::{Checker, Finding, Inputs, Settings};
use tilephys_tiled::{Files, Loader};

/// Files by path.
#[derive(Default)]
struct Game(BTreeMap<PathBuf, String>);

impl Files for &Game {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let text = self.0.get(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(text.clone().into_bytes())
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(self.0.keys().filter(|path| path.parent() == Some(dir)).cloned().collect())
    }
}

impl Game {
    fn with(mut self, path: &str, text: String) -> Self {
        self.0.insert(path.into(), text);
        self
    }

    /// The findings of one check on maps and worlds.
    fn findings(&self, paths: &[&str], check: &str) -> Vec<Finding> {
        let mut inputs = Inputs::default();
        for path in paths {
            if path.ends_with(".world") {
                inputs.worlds.push(Loader::with_files(self).load_world(path).expect("it loads"));
            } else {
                inputs.maps.push(path.into());
            }
        }
        let report = Checker::with_files(Settings::default(), self).check_inputs(&inputs, &|| ());
        report.findings.into_iter().filter(|finding| finding.check.to_string() == check).collect()
    }
}

fn head(width: usize, height: usize) -> String {
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="{width}" height="{height}" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
<image source="rock.png" width="16" height="16"/>
<tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
</tileset>"#
    )
}

/// A map with a door at line 7.
fn with_door(properties: &str) -> String {
    head(4, 4)
        + "\n<objectgroup id=\"2\" name=\"marks\">\n"
        + &format!(
            r#"<object id="8" class="TpDoor" width="16" height="16"><properties>{properties}</properties></object>"#
        )
        + "</objectgroup></map>"
}

fn target(path: &str, object: u32, rest: &str) -> String {
    format!(
        r#"<property name="target" type="file" value="{path}"/><property name="target_object" type="object" value="{object}"/>{rest}"#
    )
}

const TWO_WAY: &str = r#"<property name="two_way" type="bool" value="true"/>"#;

#[test]
fn doors_lead_to_objects_of_other_maps() {
    let back = target("hall.tmx", 8, "");
    let rows = [
        (target("cave.tmx", 8, ""), None),
        (target("cave.tmx", 8, TWO_WAY), None),
        (
            target("cave.tmx", 12, ""),
            Some("the door leads to object 12 of \"cave.tmx\", which has no such object"),
        ),
        (target("cavern.tmx", 8, ""), Some("the door leads to \"cavern.tmx\", which does not exist")),
        (target("room.tmx", 8, TWO_WAY), Some("the door is two_way, and no door of \"room.tmx\" leads back")),
        (target("broken.tmx", 8, ""), Some("the door leads to \"broken.tmx\", which does not load: ")),
    ];
    for (properties, expected) in rows {
        let game = Game::default()
            .with("hall.tmx", with_door(&properties))
            .with("cave.tmx", with_door(&back))
            .with("room.tmx", with_door(""))
            .with("broken.tmx", "<map>".into());
        // The other map is judged alike if it is among the checked ones.
        for paths in [&["hall.tmx"][..], &["cave.tmx", "hall.tmx", "room.tmx"]] {
            let found = game.findings(paths, "TP035");
            let messages: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
            match expected {
                None => assert!(messages.is_empty(), "{messages:?}"),
                Some(expected) => {
                    assert!(messages.len() == 1 && messages[0].starts_with(expected), "{messages:?}");
                    assert_eq!(found[0].position.map(|position| position.line), Some(7));
                    assert_eq!(found[0].place.object, Some(8));
                }
            }
        }
    }
}

#[test]
fn a_door_to_a_checked_map_that_does_not_load_is_not_a_second_finding() {
    let game = Game::default()
        .with("hall.tmx", with_door(&target("broken.tmx", 8, "")))
        .with("broken.tmx", "<map>".into());
    assert_eq!(game.findings(&["hall.tmx", "broken.tmx"], "TP035"), []);
    assert_eq!(game.findings(&["hall.tmx", "broken.tmx"], "TP002").len(), 1);
}

/// A map from rows of `#` (solid) and `.` (open).
fn drawn(rows: &[&str]) -> String {
    let cells: Vec<String> = rows
        .iter()
        .map(|row| row.chars().map(|c| if c == '#' { "1" } else { "0" }).collect::<Vec<_>>().join(","))
        .collect();
    let (width, height) = (rows[0].len(), rows.len());
    format!(
        "{}\n<layer id=\"1\" name=\"ground\" width=\"{width}\" height=\"{height}\"><data encoding=\"csv\">{}</data></layer></map>",
        head(width, height),
        cells.join(",\n")
    )
}

/// The findings of a world of two maps, the second at `at` in pixels.
fn world(first: &[&str], second: &[&str], at: [i32; 2]) -> Vec<(String, Option<[i32; 2]>)> {
    let [x, y] = at;
    let text = format!(
        r#"{{"maps": [{{"fileName": "a.tmx", "x": 0, "y": 0}}, {{"fileName": "b.tmx", "x": {x}, "y": {y}}}]}}"#
    );
    let game =
        Game::default().with("game.world", text).with("a.tmx", drawn(first)).with("b.tmx", drawn(second));
    let found = game.findings(&["a.tmx", "b.tmx", "game.world"], "TP036");
    found
        .into_iter()
        .map(|finding| (finding.message, finding.place.cell.map(|cell| [cell.col, cell.row])))
        .collect()
}

#[test]
fn openings_of_adjacent_maps_line_up() {
    let left = ["####", "#...", "#...", "####", "####"];
    let right = ["####", "...#", "...#", "####", "####"];
    let low = ["####", "####", "####", "...#", "####"];
    assert_eq!(world(&left, &right, [64, 0]), []);
    // One row lower the body of 11 px still passes through the row that both have.
    assert_eq!(world(&left, &right, [64, 16]), []);
    let message = |edge: &str, cells: &str, other: &str| {
        format!("the {edge} edge is open at {cells}, where {other:?} is solid")
    };
    assert_eq!(world(&left, &low, [64, 0]), [(message("right", "rows 1 to 2", "b.tmx"), Some([3, 1]))]);
    assert_eq!(world(&low, &left, [-64, 0]), [(message("right", "rows 1 to 2", "a.tmx"), Some([3, 1]))]);
    // Shifted so that the low opening meets the others.
    assert_eq!(world(&left, &low, [64, -32]), []);
    let wall = ["####", "#..#", "#..#", "####", "####"];
    assert_eq!(world(&left, &wall, [64, 0]), [(message("right", "rows 1 to 2", "b.tmx"), Some([3, 1]))]);
    assert_eq!(world(&wall, &right, [64, 0]), [(message("left", "rows 1 to 2", "a.tmx"), Some([0, 1]))]);
}

#[test]
fn a_floor_below_the_upper_map_is_no_fault() {
    let above = ["....", "#..#"];
    let floor = ["####", "####"];
    assert_eq!(world(&above, &floor, [0, 32]), []);
    // Shafts that miss each other are.
    let shaft = ["###.", "###."];
    let found = world(&above, &shaft, [0, 32]);
    assert_eq!(
        found,
        [("the bottom edge is open at columns 1 to 2, where \"b.tmx\" is solid".into(), Some([1, 1]))]
    );
}

#[test]
fn a_narrow_gap_between_maps_is_found() {
    let open = ["....", "####"];
    assert_eq!(
        world(&open, &open, [67, 0]),
        [("\"b.tmx\" lies 3 px right of \"a.tmx\", a gap in the world".into(), None)]
    );
    assert_eq!(world(&open, &open, [80, 0]), []);
    assert_eq!(
        world(&open, &open, [3, 34]),
        [("\"b.tmx\" lies 2 px below \"a.tmx\", a gap in the world".into(), None)]
    );
}

#[test]
fn a_fault_of_a_shared_tileset_is_said_once() {
    let map = |id: u32| {
        format!(
            r#"<map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
<tileset firstgid="1" source="rock.tsx"/>
<layer id="{id}" name="l" width="1" height="1"><data encoding="csv">1</data></layer></map>"#
        )
    };
    let tileset = r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
<image source="gone.png" width="16" height="16"/></tileset>"#;
    let game = Game::default().with("a.tmx", map(1)).with("b.tmx", map(2)).with("rock.tsx", tileset.into());
    let found = game.findings(&["b.tmx", "a.tmx"], "TP001");
    let [finding] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((finding.file.as_path(), finding.map.as_path()), (Path::new("rock.tsx"), Path::new("b.tmx")));
    assert_eq!(finding.message, "the image of the tileset does not exist: \"gone.png\"");
}
