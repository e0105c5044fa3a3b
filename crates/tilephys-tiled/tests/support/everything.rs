//! Small maps with every feature that is read.

use super::exercise::Packed;
use super::{layer, map, rock};

const TEMPLATE: &str = r#"<template><tileset firstgid="1" source="rock.tsx"/><object name="coin" gid="2" width="16" height="16"><properties><property name="n" type="int" value="5"/></properties></object></template>"#;

const TILES: &str = r##"<tileoffset x="0" y="0"/><properties><property name="category" type="int" value="3"/></properties>
<tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
<tile id="1" type="x"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
<tile id="3" x="1" width="4" height="5"><image source="a.png" trans="00ff00"/><animation><frame tileid="0" duration="9"/></animation></tile>
<tile id="4"><properties><property name="one_way_dir" value="right"/><property name="friction" type="float" value="0.5"/></properties><objectgroup><object id="1" y="16"><polygon points="0,0 16,0 16,-12"/></object><object id="2" x="-3" y="9" width="8" height="5" rotation="30"><ellipse/></object></objectgroup></tile>
<tile id="5"><objectgroup><object id="1"><properties><property name="one_way" type="bool" value="true"/></properties><polyline points="0,4 8,4 16,0"/></object></objectgroup></tile>
<tile id="2" class="a"><objectgroup><object id="1" width="16" height="16"/></objectgroup></tile>
<wangsets><wangset name="w" type="corner" tile="1"><wangcolor name="c" color="#ff0000" tile="-1" probability="1"/><wangtile tileid="2" wangid="1,0,1,0,1,0,1,0"/></wangset></wangsets>"##;

const OBJECTS: &str = r##"<group name="g" offsetx="3" opacity="0.25"><objectgroup name="o" color="#00ff00"><object id="1" template="coin.tx" x="1" y="2"/>
<object id="2" x="5" y="6" rotation="30"><polygon points="0,0 8,-4 2.5,3"/></object>
<object id="5" x="7" y="3" width="30" height="8" rotation="12"><properties><property name="collision" value="solid"/></properties></object>
<object id="3"><text pixelsize="9" color="#112233" halign="center">hi &amp; ho</text></object><object id="4"><point/></object></objectgroup>
<objectgroup name="things"><object id="6" class="TpSpawn" x="9" y="9"><point/></object>
<object id="7" class="TpMover" x="20" y="20" width="16" height="4"><properties><property name="path" type="object" value="8"/><property name="speed" type="float" value="33"/><property name="wait" type="float" value="0.5"/><property name="loop" value="ping_pong"/><property name="easing" value="in_out"/></properties></object>
<object id="8" x="20" y="20"><polyline points="0,0 40,8 40,30"/></object>
<object id="9" class="TpMover" gid="1" x="3" y="40" width="16" height="16"><properties><property name="parent" type="object" value="7"/><property name="collision" value="one_way"/></properties></object>
<object id="10" class="TpCollectible" x="2" y="2" width="4" height="4"><ellipse/></object><object id="11" class="TpKillZone" x="-8" y="90" width="99" height="9"/>
</objectgroup></group>"##;

const INFINITE: &str = r#"<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16" infinite="1">
<tileset firstgid="1" source="rock.tsx"/><properties><property name="collision" value="solid"/><property name="c" type="color" value=""/><property name="k" type="class" propertytype="K"><properties><property name="l" type="list"><item type="int" value="3"/></property></properties></property></properties>
<layer id="1" name="g" width="2" height="2" offsetx="16"><data encoding="csv"><chunk x="-16" y="-32" width="2" height="2">0,1,2,1</chunk><chunk x="3" y="-1" width="3" height="1">1,0,1</chunk></data></layer></map>"#;

fn base64(compression: &str, data: &str) -> String {
    format!(
        r#"<layer name="z" width="4" height="3" offsetx="8"><data encoding="base64" compression="{compression}">{data}</data></layer>"#
    )
}

fn finite() -> String {
    // Without its feature, the third compression is a second zlib.
    let third = if cfg!(feature = "zstd") {
        ("zstd", "KLUv/SAwZQEANAIBAAAAAgADAAAAAQAAgAIAAEADAAAgAQAA4AEAABAAAgAAAAIAgTwGAAc=")
    } else {
        ("zlib", "eJxjZGBgYGKAAGYgZmRgaADyHYBsBSD7ARALQKXB6gApAAHh")
    };
    let content = [
        rock(TILES),
        r#"<tileset firstgid="20" source="rock.tsx"/>"#.to_owned(),
        layer(
            "csv",
            "4x3",
            r#"offsety="-16" parallaxx="0.5""#,
            "1,2,5,2147483649,\n3758096389,6,1,1,\n20,21,22,1073741830",
        ),
        base64("zlib", "eJxjZGBgYGKAAGYgZmRgaADyHYBsBSD7ARALQKXB6gApAAHh"),
        base64("gzip", "H4sIAAAAAAACA2NkYGBgYoAAZiBmZGBoAPIdgGwFIPsBEAtApcHqACSZyYgwAAAA"),
        base64(third.0, third.1),
        r##"<imagelayer opacity="0.5" tintcolor="#102030" repeatx="1"><image source="sky.png" width="9" height="8"/></imagelayer>"##
            .to_owned(),
        OBJECTS.to_owned(),
    ];
    map("4x3", &content.join("\n"))
}

const PROJECT: &str = r#"{"propertyTypes": [{"id": 1, "name": "K", "type": "class", "members": [{"name": "n", "type": "int", "value": 3}], "useAs": ["property", "object"]},
{"id": 2, "name": "E", "type": "enum", "storageType": "string", "values": ["a", "b"], "valuesAsFlags": false}]}"#;

const WORLD: &str = r#"{"maps": [{"fileName": "a.tmx", "x": -64, "y": 0}, {"fileName": "b.tmx", "x": 0, "y": 16, "width": 32, "height": 32}],
"patterns": [{"regexp": "c_(\\d+)_(\\d+)", "multiplierX": 64, "multiplierY": 48}], "type": "world"}"#;

/// A finite map, an infinite one, and a world of both, each first among its files; then the same maps in JSON.
pub(crate) fn maps() -> [Packed; 6] {
    let [finite, infinite, world] = maps_in_xml();
    let [a, b, c] = [&finite, &infinite, &world].map(in_json);
    [finite, infinite, world, a, b, c]
}

/// Converts maps, tilesets and templates to JSON, with unchanged file names.
fn in_json(files: &Packed) -> Packed {
    let file = |(name, bytes): &(String, Vec<u8>)| {
        let text = std::str::from_utf8(bytes).expect("they are written here");
        (name.clone(), super::json::json_of(text).map_or_else(|| bytes.clone(), String::into_bytes))
    };
    Packed(files.0.iter().map(file).collect())
}

fn maps_in_xml() -> [Packed; 3] {
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let tileset = file("rock.tsx", &rock(TILES).replace(r#"firstgid="1" "#, ""));
    let (a, b) = (file("a.tmx", &finite()), file("b.tmx", INFINITE));
    let (coin, project) = (file("coin.tx", TEMPLATE), file("a.tiled-project", PROJECT));
    let world = [file("w.world", WORLD), a.clone(), b.clone(), file("c_1_2.tmx", INFINITE)];
    [
        Packed(vec![a, coin.clone(), tileset.clone()]),
        Packed(vec![b, tileset.clone(), project]),
        Packed([&world[..], &[coin, tileset]].concat()),
    ]
}
