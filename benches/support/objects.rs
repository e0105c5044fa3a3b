//! A small map with many objects, as text.

/// A map of 100 x 60 cells with `objects` rectangles, each with a name, a class and a property of a game's own.
pub(crate) fn map(objects: u32) -> String {
    let gids: Vec<String> = (0..100 * 60).map(|cell| (cell % 64).to_string()).collect();
    let object = |n: u32| {
        let x = n % 97 * 16;
        let y = n % 59 * 16;
        let id = n + 1;
        format!(
            "  <object id=\"{id}\" name=\"thing {n}\" type=\"Slime\" x=\"{x}\" y=\"{y}\" width=\"12\" height=\"10\">\n   \
             <properties>\n    <property name=\"health\" type=\"int\" value=\"{n}\"/>\n   </properties>\n  </object>\n"
        )
    };
    let all: String = (0..objects).map(object).collect();
    let next = objects + 1;
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="100" height="60" tilewidth="16" tileheight="16" infinite="0" nextlayerid="3" nextobjectid="{next}">
 <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="64" columns="8"><image source="rock.png" width="128" height="128"/></tileset>
 <layer id="1" name="ground" width="100" height="60"><properties><property name="collision" value="solid"/></properties><data encoding="csv">{}</data></layer>
 <objectgroup id="2" name="things">
{all} </objectgroup>
</map>"#,
        gids.join(",")
    )
}
