//! Objects, templates, spawns and properties.

use crate::support;

use support::{error, level, load, map, rock, strict};
use tilephys_tiled::{ObjectKind, PropertyValue, WarningKind};

fn objects(objects: &str) -> String {
    map("4x4", &format!("{}<objectgroup name=\"things\">\n{objects}</objectgroup>", rock("")))
}

#[test]
fn every_kind_of_object_is_read_with_its_place() {
    let level = level(&objects(
        r#"<object id="1" name="r" type="Old" x="1.5" y="2" width="3" height="4" rotation="45"/>
<object id="2" class="New" x="1" y="2" width="3" height="4" visible="0"><ellipse/></object>
<object id="3" x="5" y="6"><point/></object>
<object id="4" x="5" y="6"><polygon points="0,0  8,-4 2.5,3 "/></object>
<object id="5" x="5" y="6"><polyline points="0,0 8,4"/></object>
<object id="6" x="5" y="6" width="30" height="10"><text wrap="1">Mind the &lt;gap&gt; &amp; "jump"</text></object>
<object id="7" gid="2147483651" x="16" y="32" width="16" height="24"/>
<object id="8" x="1" y="2" width="3" height="4"><capsule/></object>"#,
    ));
    let found: Vec<_> = level
        .objects
        .iter()
        .map(|o| (o.id, o.class.as_str(), o.position.to_array(), o.size.to_array()))
        .collect();
    assert_eq!(
        found,
        [
            (1, "Old", [1.5, 2.0], [3.0, 4.0]),
            (2, "New", [1.0, 2.0], [3.0, 4.0]),
            (3, "", [5.0, 6.0], [0.0, 0.0]),
            (4, "", [5.0, 6.0], [0.0, 0.0]),
            (5, "", [5.0, 6.0], [0.0, 0.0]),
            (6, "", [5.0, 6.0], [30.0, 10.0]),
            (7, "", [16.0, 8.0], [16.0, 24.0]),
            (8, "", [1.0, 2.0], [3.0, 4.0]),
        ]
    );
    let kinds: Vec<_> = level.objects.iter().map(|o| &o.kind).collect();
    assert_eq!(
        (kinds[0], kinds[1], kinds[2]),
        (&ObjectKind::Rectangle, &ObjectKind::Ellipse, &ObjectKind::Point)
    );
    assert_eq!(
        *kinds[3],
        ObjectKind::Polygon([(0.0, 0.0), (8.0, -4.0), (2.5, 3.0)].map(Into::into).to_vec())
    );
    assert_eq!(*kinds[4], ObjectKind::Polyline([(0.0, 0.0), (8.0, 4.0)].map(Into::into).to_vec()));
    assert_eq!(*kinds[5], ObjectKind::Text("Mind the <gap> & \"jump\"".to_owned()));
    let ObjectKind::Tile(tile) = kinds[6] else { panic!("{:?}", kinds[6]) };
    assert_eq!((tile.tileset, tile.id, tile.flip_horizontal, tile.flip_vertical), (0, 2, true, false));
    assert_eq!(
        level.objects[6].anchor.to_array(),
        [16.0, 32.0],
        "tile objects hang from their bottom left corner"
    );
    assert_eq!(*kinds[7], ObjectKind::Capsule);
    assert_eq!((level.objects[0].rotation, level.objects[0].name.as_str()), (45.0, "r"));
    assert!(level.objects[0].visible && !level.objects[1].visible);
    assert_eq!(level.layers[level.object(5).unwrap().layer].path, "things");
}

#[test]
fn a_tile_object_hangs_where_its_tileset_says() {
    let aligned = |alignment: &str| {
        let rock = rock("").replace("<tileset ", &format!(r#"<tileset objectalignment="{alignment}" "#));
        let group =
            r#"<objectgroup><object id="1" gid="1" x="100" y="100" width="16" height="8"/></objectgroup>"#;
        level(&map("1x1", &(rock + group))).objects[0].position.to_array()
    };
    assert_eq!(aligned("unspecified"), [100.0, 92.0]);
    assert_eq!(aligned("topleft"), [100.0, 100.0]);
    assert_eq!(aligned("center"), [92.0, 96.0]);
    assert_eq!(aligned("bottomright"), [84.0, 92.0]);
}

#[test]
fn offsets_of_layers_and_groups_move_objects() {
    let content = r#"<group name="g" offsetx="10"><objectgroup name="o" offsetx="0.5" offsety="-4"><object id="9" x="1" y="2"/></objectgroup></group>"#;
    let level = level(&map("1x1", content));
    assert_eq!(level.objects[0].position.to_array(), [11.5, -2.0]);
    assert_eq!(level.layers[level.objects[0].layer].path, "g/o");
}

#[test]
fn the_first_default_spawn_is_found() {
    let with = |list: &str| level(&objects(list)).spawn().map(|o| o.id);
    let spawn = |id: u32, default: &str| {
        let property =
            format!(r#"<properties><property name="default" type="bool" value="{default}"/></properties>"#);
        let property = if default.is_empty() { String::new() } else { property };
        format!(r#"<object id="{id}" type="TpSpawn">{property}<point/></object>"#)
    };
    assert_eq!(with(r#"<object id="1" name="TpSpawn"/>"#), None, "a name is no class");
    assert_eq!(with(&(spawn(1, "false") + &spawn(2, "") + &spawn(3, ""))), Some(2));
    assert_eq!(with(&(spawn(1, "") + &spawn(2, "true"))), Some(2));
    assert_eq!(with(&spawn(1, "false")), None);
}

const TEMPLATE: &str = r#"<template><tileset firstgid="1" source="../rock.tsx"/>
 <object name="coin" type="TpCollectible" gid="3" width="16" height="16" rotation="90">
  <properties><property name="value" type="int" value="5"/><property name="sound" value="ting"/></properties>
 </object>
</template>"#;

fn templated(instances: &str) -> String {
    map("1x1", &format!("<objectgroup name=\"o\">\n{instances}</objectgroup>"))
}

#[test]
fn a_template_fills_unset_values() {
    let rock = rock("").replace(r#"firstgid="1" "#, "");
    let map = templated(
        r#"<object id="1" template="things/coin.tx" x="32" y="48"/>
<object id="2" template="things/coin.tx" name="big" class="" x="0" y="0" width="32" height="32"><properties><property name="value" type="int" value="9"/></properties></object>"#,
    );
    let level = load(&[("m/a.tmx", &map), ("m/things/coin.tx", TEMPLATE), ("m/rock.tsx", &rock)]).unwrap();
    let [a, b] = &level.objects[..] else { panic!("{:?}", level.objects) };
    assert_eq!((a.name.as_str(), a.class.as_str(), a.rotation), ("coin", "TpCollectible", 90.0));
    assert_eq!((a.position.to_array(), a.size.to_array()), ([32.0, 32.0], [16.0, 16.0]));
    assert_eq!((a.properties.int("value"), a.properties.string("sound")), (Some(5), Some("ting")));
    assert_eq!(
        (b.name.as_str(), b.class.as_str(), b.size.to_array()),
        ("big", "TpCollectible", [32.0, 32.0])
    );
    let names: Vec<_> = b.properties.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(
        (names, b.properties.int("value")),
        (vec!["value", "sound", "gives", "required", "requires"], Some(9))
    );
    let ObjectKind::Tile(tile) = &a.kind else { panic!("{:?}", a.kind) };
    assert_eq!((level.tilesets[tile.tileset].name.as_str(), tile.id), ("rock", 2));
    assert_eq!(level.tilesets[tile.tileset].first_gid, None, "only the template has it");
}

#[test]
fn templates_out_of_place_are_errors() {
    let one = templated(r#"<object id="1" template="t.tx"/>"#);
    let with = |template: &str| match load(&[("a.tmx", &one), ("t.tx", template)]) {
        Ok(_) => "it loads".to_owned(),
        Err(e) => e.to_string(),
    };
    assert_eq!(
        error(&one),
        "a.tmx:3:16: layer \"o\", object 1: the template \"t.tx\" cannot be read: no such file; put the \
         file there, or select it again in Tiled"
    );
    assert_eq!(
        with(r#"<template><object template="t.tx"/></template>"#),
        "t.tx:1:19: layer \"o\", object 1: the object of a template uses a template itself; make it a plain \
         object"
    );
    assert_eq!(with("<template/>"), "t.tx:1:1: layer \"o\", object 1: the template has no <object>");
    assert_eq!(
        with("<tileset/>"),
        "t.tx:1:1: layer \"o\", object 1: the root element is <tileset>, expected <template>; choose a template, which Tiled saves as .tx"
    );
    assert_eq!(
        with(r#"<template><object><polygon points="0,0 1,one"/></object></template>"#),
        "t.tx:1:28: layer \"o\", object 1: <polygon points=\"0,0 1,one\">: expected pairs x,y of pixels within ±8388607, separated by spaces"
    );
}

#[test]
fn files_that_refer_to_themselves_are_errors() {
    let map = templated(r#"<object id="1" template="d/t.tx"/>"#);
    let template = r#"<template><tileset firstgid="1" source="../d/s.tsx"/><object gid="1"/></template>"#;
    let tileset =
        rock(r#"<tile id="0"><objectgroup><object id="1" template="./t.tx"/></objectgroup></tile>"#);
    let error = load(&[("a.tmx", &map), ("d/t.tx", template), ("d/s.tsx", &tileset)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "d/s.tsx:2:42: layer \"o\", tile 0 of tileset \"rock\", object 1: the file refers to itself: a.tmx → d/t.tx → d/s.tsx → d/t.tx"
    );
}

#[test]
fn properties_keep_order_and_types() {
    let level = level(&objects(
        r##"<object id="1"><properties>
<property name="z" type="int" value="-3"/>
<property name="a" type="float" value="1e2"/>
<property name="flag" type="bool" value="true"/>
<property name="text">two
lines</property>
<property name="tint" type="color" value="#80ff0001"/>
<property name="unset" type="color" value=""/>
<property name="file" type="file" value="../b.ogg"/>
<property name="to" type="object" value="12"/>
<property name="nobody" type="object" value="0"/>
<property name="kind" propertytype="Kind" value="boss"/>
<property name="stats" type="class" propertytype="Stats"><properties><property name="hp" type="int" value="9"/></properties></property>
<property name="drops" type="list"><item value="coin"/><item type="int" value="2"/></property>
<property name="new" type="matrix" value="1 0 0 1"/>
</properties></object>"##,
    ));
    let properties = &level.objects[0].properties;
    let names: Vec<_> = properties.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(
        names,
        ["z", "a", "flag", "text", "tint", "unset", "file", "to", "nobody", "kind", "stats", "drops", "new"]
    );
    assert_eq!(
        (properties.int("z"), properties.float("a"), properties.float("z")),
        (Some(-3), Some(100.0), Some(-3.0))
    );
    assert_eq!((properties.bool("flag"), properties.string("text")), (Some(true), Some("two\nlines")));
    assert_eq!(properties.get("tint"), Some(&PropertyValue::Color(Some([0x80, 0xFF, 0, 1]))));
    assert_eq!(properties.get("unset"), Some(&PropertyValue::Color(None)));
    assert_eq!(properties.get("file"), Some(&PropertyValue::File("../b.ogg".into())));
    assert_eq!(properties.get("to"), Some(&PropertyValue::Object(Some(12))));
    assert_eq!(properties.get("nobody"), Some(&PropertyValue::Object(None)));
    assert_eq!(properties.property("kind").unwrap().type_name, "Kind");
    assert_eq!(properties.property("kind").unwrap().position.line, 15);
    let Some(PropertyValue::Class(stats)) = properties.get("stats") else { panic!("{properties:?}") };
    assert_eq!(stats.int("hp"), Some(9));
    assert_eq!(
        properties.get("drops"),
        Some(&PropertyValue::List(vec![PropertyValue::String("coin".into()), PropertyValue::Int(2)]))
    );
    let other = PropertyValue::Other { kind: "matrix".into(), text: "1 0 0 1".into() };
    assert_eq!(properties.get("new"), Some(&other));
}

#[test]
fn bad_properties_are_named() {
    let text = |property: &str| map("1x1", &format!("<properties>\n{property}</properties>"));
    let rows = [
        (
            r#"<property value="1"/>"#,
            "a.tmx:3:1: <property> has no \"name\" attribute, so it is ignored",
            None,
        ),
        (
            r#"<property name="a" type="int" value="1.5"/>"#,
            "a.tmx:3:1: property \"a\" of type int is \"1.5\" and is read as 0: expected a 32-bit whole \
             number",
            Some(PropertyValue::Int(0)),
        ),
        (
            r#"<property name="a" type="bool" value="1"/>"#,
            "a.tmx:3:1: property \"a\" of type bool is \"1\" and is read as true: expected true or false",
            Some(PropertyValue::Bool(true)),
        ),
        (
            r#"<property name="a" type="bool" value="False"/>"#,
            "a.tmx:3:1: property \"a\" of type bool is \"False\" and is read as false: expected true or \
             false",
            Some(PropertyValue::Bool(false)),
        ),
        (
            r#"<property name="a" type="float" value="nan"/>"#,
            "a.tmx:3:1: property \"a\" of type float is \"nan\" and is read as 0: expected a finite number",
            Some(PropertyValue::Float(0.0)),
        ),
        (
            r#"<property name="a" type="color" value="red"/>"#,
            "a.tmx:3:1: property \"a\" of type color is \"red\" and is read as not set: expected #AARRGGBB \
             or #RRGGBB",
            Some(PropertyValue::Color(None)),
        ),
        (
            r#"<property name="a" type="object" value="it"/>"#,
            "a.tmx:3:1: property \"a\" of type object is \"it\" and is read as not set: expected the id of \
             an object",
            Some(PropertyValue::Object(None)),
        ),
        (
            r#"<property name="a" value="1"/><property name="a" value="2"/>"#,
            "a.tmx:3:31: the property \"a\" is set twice, and the last one is used; remove one",
            Some(PropertyValue::String("2".into())),
        ),
    ];
    for (property, expected, value) in rows {
        let found = level(&text(property));
        let kinds = [WarningKind::Repeated, WarningKind::MalformedProperty];
        let warnings: Vec<_> = found.warnings.iter().filter(|w| kinds.contains(&w.kind)).collect();
        assert_eq!(warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
        assert_eq!(
            (strict(&text(property)), found.properties.len()),
            (expected.to_owned(), value.iter().len())
        );
        assert_eq!(found.properties.get("a"), value.as_ref());
    }
    let deep = "<property name=\"a\" type=\"class\"><properties>".repeat(40)
        + &"</properties></property>".repeat(40);
    assert_eq!(
        error(&text(&deep)),
        "a.tmx:3:749: property \"a\": values are nested more than 16 levels deep, which is the \
         limit"
    );
}
