//! Small levels that tests write to a folder of their own.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own for a test.
pub(super) fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("interface-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A map of 12 by 8 cells with a floor, more objects, and a setting of its one tile.
pub(super) fn text(tile: &str, objects: &str) -> String {
    let row = |gid: &str| [gid; 12].join(",");
    let rows = [row("0"), row("0"), row("0"), row("0"), row("0"), row("0"), row("1"), row("1")].join(",\n");
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="12" height="8" tilewidth="16" tileheight="16" infinite="0" nextlayerid="9" nextobjectid="99">
 <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
  <image source="rock.png" width="16" height="16"/>
  {tile}
 </tileset>
 <layer id="1" name="ground" width="12" height="8"><data encoding="csv">
{rows}
</data></layer>
 <objectgroup id="2" name="things">
{objects}
 </objectgroup>
</map>
"#
    )
}

/// The setting of a solid tile.
pub(super) const SOLID: &str =
    r#"<tile id="0"><properties><property name="collision" value="solid"/></properties></tile>"#;

/// A start of the player, on the floor.
pub(super) const SPAWN: &str =
    r#"  <object id="1" name="start" class="TpSpawn" x="40" y="96"><point/></object>"#;

/// A map in which nothing collides.
pub(super) fn without_ground() -> String {
    text("", "").replace("name=\"ground\"", "name=\"sky\"")
}

/// Writes a map to a folder of its own.
pub(super) fn write(text: &str) -> PathBuf {
    let path = folder().join("mini.tmx");
    std::fs::write(&path, text).expect("a file");
    path
}

/// A map with a start inside of the floor, and a misspelt class.
pub(super) fn faulty() -> PathBuf {
    let objects = r#"  <object id="1" name="start" class="TpSpawn" x="40" y="118"><point/></object>
  <object id="3" class="TpColectible" x="130" y="64" width="16" height="16"/>"#;
    write(&text(SOLID, objects))
}

/// A map with a start on the floor, and a door that leads nowhere.
pub(super) fn busy() -> PathBuf {
    let door = r#"  <object id="2" name="exit" class="TpDoor" x="100" y="64" width="16" height="32"/>"#;
    write(&text(SOLID, &format!("{SPAWN}\n{door}")))
}
