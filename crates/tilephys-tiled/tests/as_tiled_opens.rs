//! What Tiled opens loads: missing tilesets, flags in words, an oblique map without skew.

use crate::support;

use std::io;
use std::path::{Path, PathBuf};
use support::{layer, load, map, property, rock, tile};
use tilephys_tiled::{Files, Loader, WarningKind};

/// Files in one folder, which can be listed.
struct Folder(Vec<(&'static str, String)>);

impl Files for Folder {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, text)| text.clone().into_bytes()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let names = self.0.iter().map(|(name, _)| PathBuf::from(name));
        let inside: Vec<PathBuf> = names.filter(|path| path.parent() == Some(dir)).collect();
        if inside.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(inside) }
    }
}

#[test]
fn a_tile_of_a_missing_tileset_collides_as_its_layer_says() {
    let gone = r#"<tileset firstgid="1" source="gone.tsx"/>"#.to_owned();
    let solid = format!(
        r#"<layer name="solid" width="2" height="1">{}<data encoding="csv">0,3</data></layer>"#,
        property("collision", "solid")
    );
    let object = r#"<objectgroup name="o"><properties><property name="tp_collision" value="on"/></properties><object id="1" x="0" y="0" width="16" height="16"/></objectgroup>"#;
    let text = map("2x1", &(gone + &layer("art", "2x1", "", "7,7") + &solid + object));
    let level = load(&[("a.tmx", &text)]).expect("a missing tileset is a warning");
    assert_eq!(level.warnings.iter().map(|w| w.kind).collect::<Vec<_>>(), [WarningKind::MissingTileset]);
    // The cell is filled, whatever the size of the tile.
    let cells: Vec<i32> = level.grid.tiles().map(|(_, at, _)| at.col).collect();
    assert_eq!((cells, level.grid.off_grid_shapes().count()), (vec![1], 1));
}

#[test]
fn a_missing_tileset_names_the_file_in_other_case() {
    let text = map("1x1", r#"<tileset firstgid="1" source="Rock.tsx"/>"#);
    let files = Folder(vec![("a.tmx", text), ("rock.tsx", rock("").replace(r#"firstgid="1" "#, ""))]);
    let level = Loader::with_files(files).load("a.tmx").expect("a missing tileset is a warning");
    let told = "select it again in Tiled: the folder contains \"rock.tsx\", and case matters on other \
                systems";
    assert!(level.warnings[0].to_string().ends_with(told), "{}", level.warnings[0]);
}

#[test]
fn no_wider_root_is_proposed_for_a_file_that_is_nowhere() {
    let text = map("1x1", r#"<tileset firstgid="1" source="../tiles/rock.tsx"/>"#);
    let load = |others: Vec<(&'static str, String)>| {
        let all = [vec![("maps/a.tmx", text.clone())], others].concat();
        Loader::with_files(Folder(all)).load("maps/a.tmx")
    };
    let nowhere = load(Vec::new()).expect("a missing tileset is a warning");
    assert!(
        nowhere.warnings[0].to_string().contains("the folder \"tiles\" does not exist"),
        "{}",
        nowhere.warnings[0]
    );
    let elsewhere = load(vec![("tiles/sand.tsx", String::new())]).expect("a missing tileset is a warning");
    assert!(!elsewhere.warnings[0].to_string().contains("--root"), "{}", elsewhere.warnings[0]);
    let outside = load(vec![("tiles/rock.tsx", rock(""))]).unwrap_err().to_string();
    assert!(outside.contains("set --root . ("), "{outside}");
}

#[test]
fn flags_may_be_words() {
    let solid = rock(&tile(0, "collision", "solid"));
    let hidden = layer("a", "2x1", r#"visible="false""#, "1,0");
    let shown = layer("b", "2x1", r#"visible="true""#, "0,1");
    let level = support::level(&map("2x1", &(solid + &hidden + &shown)));
    assert_eq!(level.layers.iter().map(|layer| layer.visible).collect::<Vec<_>>(), [false, true]);
    assert_eq!(level.grid.tiles().count(), 2);
}

#[test]
fn an_oblique_map_without_skew_is_orthogonal() {
    let text = map("1x1", &(rock(&tile(0, "collision", "solid")) + &layer("a", "1x1", "", "1")));
    for oblique in [r#""oblique""#, r#""oblique" skewx="0" skewy="0""#] {
        let level = support::level(&text.replace("\"orthogonal\"", oblique));
        assert_eq!(level.grid.tiles().count(), 1);
    }
}
