//! A small map with a large tileset, as bytes.

/// A map of 80 x 50 cells with a tileset of `tiles` tiles, each with a class and `properties` properties of a game's own.
pub(crate) fn map(tiles: u32, properties: u32) -> String {
    let property = |tile: u32, n: u32| match n % 4 {
        0 => format!(r#"<property name="name{n}" value="stone {tile}"/>"#),
        1 => format!(r#"<property name="hits{n}" type="int" value="{tile}"/>"#),
        2 => format!(r#"<property name="weight{n}" type="float" value="{tile}.5"/>"#),
        _ => format!(r#"<property name="wet{n}" type="bool" value="true"/>"#),
    };
    let tile = |tile: u32| {
        let all: String = (0..properties).map(|n| format!("   {}\n", property(tile, n))).collect();
        format!("  <tile id=\"{tile}\" type=\"block\">\n  <properties>\n{all}  </properties>\n  </tile>\n")
    };
    let tileset: String = (0..tiles).map(tile).collect();
    let gids: Vec<String> = (0..80 * 50).map(|cell| (1 + cell % tiles).to_string()).collect();
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="80" height="50" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="{tiles}" columns="64"><image source="rock.png" width="1024" height="{}"/>
{tileset}</tileset>
<layer id="1" name="ground" width="80" height="50"><properties><property name="collision" value="solid"/></properties><data encoding="csv">{}</data></layer>
</map>"#,
        tiles.div_ceil(64) * 16,
        gids.join(",")
    )
}
