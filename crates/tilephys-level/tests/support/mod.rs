//! Test maps as strings, and helpers to load them.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::path::Path;
use tilephys_tiled::{Level, load_from};

/// Length of a step, in seconds.
pub(crate) const DT: f32 = 1.0 / 60.0;

/// A map of 20 x 20 cells of 16 px with a floor in row 10 and these objects.
pub(crate) fn map(objects: &str) -> String {
    let row = |solid: bool| vec![if solid { "1" } else { "0" }; 20].join(",");
    let rows: Vec<String> = (0..20).map(|n| row(n == 10)).collect();
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="20" height="20" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="8" columns="4"><image source="rock.png" width="64" height="32"/>
<properties><property name="collision" value="solid"/></properties></tileset>
<layer id="1" name="ground" width="20" height="20"><data encoding="csv">{}</data></layer>
<objectgroup id="2" name="things">
{objects}
</objectgroup></map>"#,
        rows.join(",")
    )
}

/// Loads a map.
pub(crate) fn level(map: &str) -> Level {
    let read = |_: &Path| Ok(map.as_bytes().to_vec());
    load_from(&read, "a.tmx").unwrap_or_else(|e| panic!("{e}\n{map}"))
}
