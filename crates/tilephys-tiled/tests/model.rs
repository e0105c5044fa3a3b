//! The complete model of a map, compared with the `tiled` crate alone.

use crate::support;

use std::io::{self, Cursor};
use std::path::Path;
use support::{layer, load, map, property, rock};
use tilephys_tiled::tiled::{self, Color, LayerType, PropertyValue};

/// The crate's own model of the first of `files`.
pub(crate) fn alone(files: &[(&str, &str)]) -> tiled::Result<tiled::Map> {
    let read = |path: &Path| match files.iter().find(|(name, _)| Path::new(name) == path) {
        Some((_, text)) => Ok(Cursor::new(text.as_bytes().to_vec())),
        None => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    tiled::Loader::with_reader(read).load_tmx_map(files[0].0)
}

fn model(files: &[(&str, &str)]) -> tiled::Map {
    let level = load(files).unwrap_or_else(|e| panic!("{e}"));
    level.tiled_map().unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn project_maps_have_the_model_of_the_crate() {
    for name in ["arena", "cavern", "playground"] {
        let path = format!("../../maps/{name}.tmx");
        let level = tilephys_tiled::load(&path).unwrap_or_else(|e| panic!("{e}"));
        let alone = tiled::Loader::new().load_tmx_map(&path).unwrap_or_else(|e| panic!("{e}"));
        // No assert_eq: the difference would print a hundred thousand tiles.
        assert!(level.tiled_map().unwrap() == alone, "{name}");
    }
}

pub(crate) const TILESET: &str = r##"<tileset name="all" class="kind" tilewidth="16" tileheight="16" spacing="1" margin="2" tilecount="6" columns="3" objectalignment="topleft" tilerendersize="grid" fillmode="preserve-aspect-fit">
 <tileoffset x="3" y="-4"/>
 <transformations hflip="1" vflip="0" rotate="1" preferuntransformed="1"/>
 <properties><property name="moss" type="bool" value="true"/></properties>
 <image source="all.png" width="55" height="38" trans="ff00ff"/>
 <tile id="0" type="stone" probability="0.25"><animation><frame tileid="1" duration="100"/><frame tileid="2" duration="50"/></animation></tile>
 <tile id="4"><properties><property name="n" type="int" value="-7"/></properties>
  <objectgroup draworder="index" id="2"><object id="1" x="1" y="2" width="8" height="4"/><object id="2" type="a" x="3"><polygon points="0,0 16,0 0,16"/></object></objectgroup></tile>
 <wangsets><wangset name="edge" class="w" type="edge" tile="1"><properties><property name="p" value="q"/></properties>
  <wangcolor name="red" class="c" color="#ff0000" tile="-1" probability="0.5"><properties><property name="x" type="float" value="1.5"/></properties></wangcolor>
  <wangtile tileid="3" wangid="1,0,0,1,0,0,2,0"/></wangset></wangsets>
</tileset>"##;

pub(crate) const TEMPLATE: &str = r#"<template><tileset firstgid="1" source="all.tsx"/><object name="coin" type="gold" gid="2147483650" width="8" height="9"><properties><property name="worth" type="int" value="5"/></properties></object></template>"#;

/// A map that the `tiled` crate reads too.
pub(crate) const MAP: &str = r##"<map version="1.10" tiledversion="1.11.0" class="level" orientation="orthogonal" renderorder="left-up" width="3" height="2" tilewidth="16" tileheight="16" infinite="0" parallaxoriginx="4" parallaxoriginy="-2.5" backgroundcolor="#80102030" nextlayerid="9" nextobjectid="12">
 <editorsettings><export target="a.json" format="json"/></editorsettings>
 <properties>
  <property name="text" value="a &quot;b&quot; &lt;c> &amp;&#10;d"/><property name="long">of
two lines &amp; a tail</property>
  <property name="color" type="color" value="#ff00ff00"/><property name="file" type="file" value="../a.png"/>
  <property name="object" type="object" value="3"/><property name="unset" type="object" value="0"/>
  <property name="class" type="class" propertytype="Door"><properties><property name="open" type="bool" value="false"/><property name="inner" type="class" propertytype="Lock"/></properties></property>
  <property name="list" type="list"><item type="int" value="1"/><item type="class" propertytype="Key"><properties><property name="k" value="v"/></properties></item></property>
 </properties>
 <tileset firstgid="1" source="tiles/../all.tsx"/>
 <tileset firstgid="10" name="inner" tilewidth="8" tileheight="8" tilecount="2" columns="0"><tile id="0" x="1" y="2" width="3" height="4"><image source="a.png" width="8" height="8"/></tile><tile id="7"><image source="b.png" width="16" height="4"/></tile></tileset>
 <layer id="1" name="csv" class="c" width="3" height="2" opacity="0.5" visible="0" tintcolor="#112233" offsetx="2.5" offsety="-3" parallaxx="0.5" parallaxy="2" mode="multiply"><properties><property name="l" value="m"/></properties><data encoding="csv">
1,2,3,
2147483652,10,3758096401
</data></layer>
 <layer id="2" name="plain" width="3" height="2"><data encoding="base64">AQAAAAAAAAACAAAAAAAAAAAAAAAGAAAA</data></layer>
 <group id="3" name="outer" opacity="0.75"><properties><property name="g" value="h"/></properties>
  <group id="4" name="inner"><objectgroup id="5" name="things" color="#00ff00" draworder="index">
   <object id="3" name="" x="1" y="2" width="3" height="4" rotation="45" visible="0" opacity="0.5"/>
   <object id="4" template="coin.tx" x="20" y="30"/><object id="5" template="coin.tx" name="big" x="2" width="32"/>
   <object id="6" gid="1073741834" x="5" y="6" width="8" height="8"/>
   <object id="7" x="1.5" y="2"><point/></object><object id="8" width="3" height="4"><ellipse/></object><object id="9" width="3" height="9"><capsule/></object>
   <object id="10" x="0"><polyline points="0,0 5.5,-3 7,8"/></object>
   <object id="11" width="90" height="19"><text fontfamily="Serif" pixelsize="20" wrap="1" color="#aa0000" bold="1" italic="1" underline="1" strikeout="1" kerning="0" halign="justify" valign="center">Hi &lt;there&gt;
you</text></object>
  </objectgroup></group>
 </group>
 <imagelayer id="8" name="sky" repeatx="1" offsetx="4"><image source="sky.png" width="64" height="32"/><properties><property name="i" value="j"/></properties></imagelayer>
</map>"##;

#[test]
fn a_map_with_every_feature_has_the_model_of_the_crate() {
    let files = [("maps/a.tmx", MAP), ("maps/all.tsx", TILESET), ("maps/coin.tx", TEMPLATE)];
    // The crate alone reads paths as they are joined.
    let with_dots = [files[0], files[1], files[2], ("maps/tiles/../all.tsx", TILESET)];
    let alone = alone(&with_dots).unwrap();
    let model = model(&files);
    assert_eq!(model, alone);
    assert_eq!(alone.tilesets()[0].wang_sets[0].wang_tiles[&3].wang_id.0, [1, 0, 0, 1, 0, 0, 2, 0]);
    assert_eq!(alone.layers().count(), 4);
}

#[test]
fn chunks_of_infinite_maps_are_in_the_model() {
    let infinite = map("4x4", &(rock("") + r#"<layer name="g" width="4" height="4"><data encoding="csv"><chunk x="-16" y="-20" width="3" height="2">1,2,3,
4,5,6</chunk><chunk x="0" y="0" width="1" height="1">7</chunk></data></layer><layer name="h" width="0" height="0"><data encoding="csv"/></layer>"#))
    .replace(r#"infinite="0""#, r#"infinite="1""#);
    let files = [("a.tmx", infinite.as_str())];
    assert_eq!(model(&files), alone(&files).unwrap());
}

/// Cells of the first layer as (tileset, tile).
fn first_layer(map: &tiled::Map, columns: i32) -> Vec<Option<(usize, u32)>> {
    let Some(layer) = map.get_layer(0) else { return vec![None; columns as usize] };
    let LayerType::Tiles(layer) = layer.layer_type() else { panic!("no tile layer") };
    let cell = |x| layer.get_tile(x, 0).map(|tile| (tile.tileset_index(), tile.id()));
    (0..columns).map(cell).collect()
}

#[test]
fn maps_that_the_crate_refuses_have_a_model() {
    let bare = "<image source=\"rock.png\"/>";
    let sized = "<image source=\"rock.png\" width=\"64\" height=\"32\"/>";
    let cells = layer("g", "1x1", "", "1");
    let rows = [
        rock("").replace(sized, bare) + &cells,
        rock("<properties><property name=\"c\" type=\"color\" value=\"\"/></properties>") + &cells,
        rock(&property("future", "a").replace(r#"name="future""#, r#"name="future" type="vector""#)) + &cells,
        rock("<properties><property name=\"o\" type=\"object\" value=\"\"/></properties>") + &cells,
        rock("").replace("columns=\"4\"", "columns=\"four\"") + &cells,
        rock("<tile id=\"0\" probability=\"often\"/>") + &cells,
        rock(
            "<wangsets><wangset name=\"w\"><wangtile tileid=\"1\" wangid=\"0x1\"/><wangcolor/></wangset></wangsets>",
        ) + &cells,
        rock("<tile id=\"0\"><animation><frame tileid=\"x\"/><frame tileid=\"1\"/></animation></tile>")
            + &cells,
        rock("") + &cells + "<imagelayer tintcolor=\"red\" repeatx=\"yes\"><image/></imagelayer>",
        rock("")
            + &cells
            + "<objectgroup color=\"\"><object x=\" 1 \" opacity=\"\"><polygon points=\" 0,0  8,0 0,8 \"/></object></objectgroup>",
        rock("")
            + &cells
            + "<objectgroup><object><text pixelsize=\"big\" halign=\"middle\" color=\"\">hi</text></object></objectgroup>",
        rock("") + &cells.replace("encoding=\"csv\">1", "><tile gid=\"1\"/>"),
        rock("") + &cells.replace("encoding=\"csv\">1", "encoding=\"base64\">AQAA\nAA=="),
        rock("") + r#"<tileset firstgid="20" source="b.tsx"></tileset>"# + &cells,
        // Here the crate loads and has an empty cell.
        cells.clone() + &rock(""),
    ];
    for content in &rows {
        let text = map("1x1", content);
        let other = rock("").replace(r#"firstgid="1" "#, "");
        let files = [("a.tmx", text.as_str()), ("b.tsx", &other)];
        let model = model(&files);
        // It is an error, a panic, or an empty cell.
        let alone = std::panic::catch_unwind(|| alone(&files)).ok().and_then(Result::ok);
        assert!(alone.is_none_or(|map| first_layer(&map, 1) == [None]), "{content}");
        assert_eq!(first_layer(&model, 1), [Some((0, 0))], "{content}");
        assert_eq!(model.tilesets()[0].tiles().count(), 8, "{content}");
    }
}

/// The crate subtracts the margin from the width: it panics where overflow is checked, and wraps around elsewhere.
#[test]
fn a_margin_as_wide_as_the_image_leaves_the_tiles_that_are_counted() {
    let text =
        map("1x1", &(rock("").replace("columns=\"4\"", "margin=\"99\"") + &layer("g", "1x1", "", "1")));
    let model = model(&[("a.tmx", text.as_str())]);
    assert_eq!(first_layer(&model, 1), [Some((0, 0))]);
    assert_eq!(model.tilesets()[0].tiles().count(), 8);
}

#[test]
fn replaced_values_match_the_docs() {
    let properties = "<properties><property name=\"c\" type=\"color\" value=\"\"/><property name=\"v\" type=\"vector\" value=\"1,2\"/>\
                      <property name=\"o\" type=\"object\" value=\"\"/></properties>";
    let built_in = r#"<tileset firstgid="20" source=":/automap-tiles.tsx"/>"#;
    let image = "<imagelayer name=\"sky\" tintcolor=\"red\"><image source=\"sky.png\"/></imagelayer>";
    let bits = format!("1,{},21", 1 | 1 << 28);
    let text =
        map("3x1", &format!("{}{built_in}{properties}{}{image}", rock(""), layer("g", "3x1", "", &bits)));
    let model = model(&[("a.tmx", text.as_str())]);
    let of = |name: &str| model.properties[name].clone();
    assert_eq!(of("c"), PropertyValue::StringValue(String::new()));
    assert_eq!(of("v"), PropertyValue::StringValue("1,2".to_owned()));
    assert_eq!(of("o"), PropertyValue::ObjectValue(0));
    assert_eq!(first_layer(&model, 3), [Some((0, 0)), Some((0, 0)), Some((1, 1))]);
    assert_eq!(model.tilesets()[1].name, ":/automap-tiles.tsx");
    let sky = model.get_layer(1).unwrap();
    let LayerType::Image(layer) = sky.layer_type() else { panic!("no image layer") };
    assert_eq!((sky.tint_color, layer.image.as_ref().unwrap().width), (None::<Color>, 0));
}

#[test]
fn a_template_with_another_first_gid_shows_the_right_tile() {
    let other = TEMPLATE.replace("firstgid=\"1\"", "firstgid=\"5\"").replace("2147483650", "2147483654");
    let of =
        |template: &str| model(&[("maps/a.tmx", MAP), ("maps/all.tsx", TILESET), ("maps/coin.tx", template)]);
    assert_eq!(of(&other), of(TEMPLATE));
}

#[test]
fn a_model_out_of_proportion_is_an_error_with_a_position() {
    let refused = |content: &str, infinite: &str| {
        let text = map("1x1", content).replace(r#"infinite="0""#, infinite);
        let level = load(&[("a.tmx", &text)]).unwrap_or_else(|e| panic!("{e}"));
        level.tiled_map().map_or_else(|e| e.to_string(), |_| "it has one".to_owned())
    };
    let many = |count: u32| rock("").replace("tilecount=\"8\"", &format!("tilecount=\"{count}\""));
    assert_eq!(refused(&many(1000), "infinite=\"0\""), "it has one");
    assert_eq!(
        refused(&many(268_435_455), "infinite=\"0\""),
        "a.tmx:2:1: the tilesets have more than 1048576 tiles in total, which is the limit for a model"
    );
    let column = |rows: u32| {
        let zeros = vec!["0"; rows as usize].join(",");
        format!(
            "<layer name=\"g\" width=\"1\" height=\"1\"><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"1\" height=\"{rows}\">{zeros}</chunk></data></layer>"
        )
    };
    assert_eq!(refused(&column(1000), "infinite=\"1\""), "it has one");
    assert_eq!(
        refused(&column(2_100_000), "infinite=\"1\""),
        "a.tmx:2:59: the chunks touch more than 131072 squares of 16×16 cells, which is the limit for a \
         model"
    );
}
