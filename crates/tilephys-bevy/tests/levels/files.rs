//! A folder with a map, its tileset and a template.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// Numbers of the folders of this run.
static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A folder on the disk, deleted at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// A folder with `cave.tmx`, `rock.tsx` and `coin.tx`.
    pub(crate) fn new() -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tilephys-levels-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder of temporary files is writable");
        let folder = Folder(path);
        folder.write("cave.tmx", &map(&[]));
        folder.write("rock.tsx", ROCK);
        folder.write("coin.tx", COIN);
        folder
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("the folder is writable");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays is in the way of nothing.
        let _: std::io::Result<()> = fs::remove_dir_all(&self.0);
    }
}

pub(crate) const ROCK: &str = r#"<tileset version="1.10" name="rock" tilewidth="16" tileheight="16" tilecount="8" columns="4">
<image source="rock.png" width="64" height="32"/><properties><property name="collision" value="solid"/></properties></tileset>"#;

pub(crate) const COIN: &str =
    r#"<template><object name="coin" type="TpCollectible" width="8" height="8"/></template>"#;

/// A map of 20 x 20 cells of 16 px with a floor in row 10, but for a hole in these columns. A crate of 16 px is above it.
pub(crate) fn map(hole: &[usize]) -> String {
    let cell = |row: usize, col: usize| if row == 10 && !hole.contains(&col) { "1" } else { "0" };
    let row = |row: usize| (0..20).map(|col| cell(row, col)).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..20).map(row).collect();
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="20" height="20" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" source="rock.tsx"/>
<layer id="1" name="ground" width="20" height="20"><data encoding="csv">{}</data></layer>
<objectgroup id="2" name="things">
<object id="1" type="TpSpawn" x="40" y="100"><point/></object>
<object id="2" template="coin.tx" x="200" y="140"/>
<object id="3" type="Crate" x="96" y="100" width="16" height="16"/>
<object id="4" name="lift" type="TpMover" x="240" y="64" width="32" height="8"><properties>
<property name="path" type="object" value="5"/><property name="speed" type="int" value="60"/></properties></object>
<object id="5" name="rail" x="240" y="64"><polyline points="0,0 0,60"/></object>
</objectgroup></map>"#,
        rows.join(",")
    )
}
