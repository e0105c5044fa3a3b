//! Converts XML to the JSON that Tiled saves for the same map, and compares levels of both.

use roxmltree::{Document, Node};
use serde_json::{Map, Value};
use tilephys_tiled::{Level, LoadError, Loader};

/// Attributes that are numbers in JSON, if their values are.
const NUMBERS: &str = "width height tilewidth tileheight id gid firstgid tilecount columns spacing margin x y rotation opacity \
    offsetx offsety parallaxx parallaxy pixelsize tileid duration probability tile hexsidelength skewx skewy parallaxoriginx \
    parallaxoriginy";
/// Attributes that are true or false in JSON.
const FLAGS: &str = "infinite visible repeatx repeaty wrap bold italic underline strikeout kerning hflip vflip rotate preferuntransformed";

/// The JSON of a file; `None` if it has no JSON form.
pub(crate) fn json_of(xml: &str) -> Option<String> {
    let document = Document::parse(xml).ok()?;
    let root = document.root_element();
    let mut value = match root.tag_name().name() {
        "map" => map(root)?,
        "tileset" => tileset(root)?,
        "template" => {
            let mut template = Map::new();
            if let Some(found) = child(root, "tileset") {
                template.insert("tileset".into(), tileset(found)?.into());
            }
            if let Some(found) = child(root, "object") {
                template.insert("object".into(), object(found)?.into());
            }
            template
        }
        _ => return None,
    };
    value.insert("type".into(), root.tag_name().name().into());
    serde_json::to_string_pretty(&Value::Object(value)).ok()
}

fn child<'a>(of: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    elements(of).find(|e| e.tag_name().name() == name)
}

fn elements<'a>(of: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    of.children().filter(Node::is_element)
}

fn list<'a, T: Into<Value>>(
    of: impl Iterator<Item = Node<'a, 'a>>,
    each: impl Fn(Node<'a, 'a>) -> Option<T>,
) -> Option<Value> {
    of.map(|e| Some(each(e)?.into())).collect::<Option<Vec<Value>>>().map(Value::Array)
}

fn number(text: &str) -> Option<Value> {
    let text = text.trim();
    let whole = text.parse::<i64>().ok().map(Value::from);
    whole.or_else(|| text.parse::<f64>().ok().filter(|v| v.is_finite()).map(Value::from))
}

/// The attributes of an element.
fn attributes(of: Node<'_, '_>) -> Map<String, Value> {
    let is_in = |list: &str, name: &str| list.split_whitespace().any(|word| word == name);
    let value = |name: &str, text: &str| match text {
        "0" | "1" if is_in(FLAGS, name) => Value::Bool(text == "1"),
        text if is_in(NUMBERS, name) => number(text).unwrap_or_else(|| text.into()),
        text => text.into(),
    };
    of.attributes().map(|a| (a.name().to_owned(), value(a.name(), a.value()))).collect()
}

/// The attributes and properties of an element, and its image.
fn common(of: Node<'_, '_>) -> Option<Map<String, Value>> {
    let mut object = attributes(of);
    if let Some(found) = child(of, "properties") {
        object.insert("properties".into(), properties(found)?);
    }
    if let Some(image) = child(of, "image") {
        image.attribute("source").filter(|source| !source.is_empty())?;
        let names = [
            ("source", "image"),
            ("width", "imagewidth"),
            ("height", "imageheight"),
            ("trans", "transparentcolor"),
        ];
        let attributes = attributes(image);
        let found =
            names.iter().filter_map(|(xml, json)| Some(((*json).to_owned(), attributes.get(*xml)?.clone())));
        object.extend(found.collect::<Vec<_>>());
    }
    Some(object)
}

fn map(of: Node<'_, '_>) -> Option<Map<String, Value>> {
    let mut object = common(of)?;
    let tilesets = elements(of).filter(|e| e.tag_name().name() == "tileset");
    object.insert("tilesets".into(), list(tilesets, tileset)?);
    object.insert("layers".into(), layers(of)?);
    Some(object)
}

fn layers(of: Node<'_, '_>) -> Option<Value> {
    let kind = |e: Node<'_, '_>| match e.tag_name().name() {
        "layer" => Some("tilelayer"),
        "objectgroup" => Some("objectgroup"),
        "imagelayer" => Some("imagelayer"),
        "group" => Some("group"),
        _ => None,
    };
    list(elements(of).filter(|e| kind(*e).is_some()), |e| {
        let mut object = match kind(e)? {
            "tilelayer" => tile_layer(e)?,
            "objectgroup" => object_group(e)?,
            "group" => {
                let mut group = common(e)?;
                group.insert("layers".into(), layers(e)?);
                group
            }
            _ => common(e)?,
        };
        object.insert("type".into(), kind(e)?.into());
        Some(object)
    })
}

fn tile_layer(of: Node<'_, '_>) -> Option<Map<String, Value>> {
    let mut object = common(of)?;
    let mut all = elements(of).filter(|e| e.tag_name().name() == "data");
    let (Some(data), None) = (all.next(), all.next()) else { return Some(object) };
    let packed = data.attribute("encoding").filter(|encoding| *encoding != "csv");
    if let Some(encoding) = packed {
        object.insert("encoding".into(), encoding.into());
        object.insert("compression".into(), data.attribute("compression").unwrap_or_default().into());
    }
    let cells = |of: Node<'_, '_>| -> Value {
        let text = of.text().unwrap_or_default().trim();
        let one = |text: &str| number(text).unwrap_or_else(|| text.into());
        if packed.is_some() {
            text.into()
        } else if data.attribute("encoding").is_some() {
            text.split(',').filter(|field| !field.is_empty()).map(|field| one(field.trim())).collect()
        } else {
            let tiles = elements(of).filter(|e| e.tag_name().name() == "tile");
            tiles.map(|tile| one(tile.attribute("gid").unwrap_or("0"))).collect()
        }
    };
    let chunks: Vec<_> = elements(data).filter(|e| e.tag_name().name() == "chunk").collect();
    let infinite = data.document().root_element().attribute("infinite") == Some("1");
    if chunks.is_empty() && !infinite {
        object.insert("data".into(), cells(data));
    } else {
        let chunk = |chunk: Node<'_, '_>| {
            let mut object = attributes(chunk);
            object.insert("data".into(), cells(chunk));
            Value::Object(object)
        };
        object.insert("chunks".into(), chunks.into_iter().map(chunk).collect());
    }
    Some(object)
}

fn object_group(of: Node<'_, '_>) -> Option<Map<String, Value>> {
    let mut object = common(of)?;
    let objects = elements(of).filter(|e| e.tag_name().name() == "object");
    object.insert("objects".into(), list(objects, self::object)?);
    Some(object)
}

fn object(of: Node<'_, '_>) -> Option<Map<String, Value>> {
    let mut object = common(of)?;
    for shape in elements(of) {
        let name = shape.tag_name().name();
        let value = match name {
            "ellipse" | "capsule" | "point" => true.into(),
            "polygon" | "polyline" => {
                let pairs = shape.attribute("points")?.split_ascii_whitespace();
                let point = |pair: &str| {
                    let (x, y) = pair.split_once(',')?;
                    Some(serde_json::json!({ "x": number(x)?, "y": number(y)? }))
                };
                Value::Array(pairs.map(point).collect::<Option<Vec<_>>>()?)
            }
            "text" => {
                let mut text = attributes(shape);
                text.insert("text".into(), shape.text().unwrap_or_default().into());
                text.into()
            }
            "properties" => continue,
            _ => return None,
        };
        if object.insert(name.to_owned(), value).is_some() {
            return None;
        }
    }
    Some(object)
}

fn tileset(of: Node<'_, '_>) -> Option<Map<String, Value>> {
    let mut object = common(of)?;
    for name in ["tileoffset", "transformations"] {
        if let Some(found) = child(of, name) {
            object.insert(name.to_owned(), attributes(found).into());
        }
    }
    let tiles = elements(of).filter(|e| e.tag_name().name() == "tile");
    object.insert("tiles".into(), list(tiles, tile)?);
    if let Some(sets) = child(of, "wangsets") {
        object.insert("wangsets".into(), list(elements(sets), wang_set)?);
    }
    Some(object)
}

fn tile(of: Node<'_, '_>) -> Option<Map<String, Value>> {
    let mut object = common(of)?;
    if let Some(group) = child(of, "objectgroup") {
        object.insert("objectgroup".into(), object_group(group)?.into());
    }
    if let Some(frames) = child(of, "animation") {
        object.insert("animation".into(), list(elements(frames), |frame| Some(attributes(frame)))?);
    }
    Some(object)
}

fn wang_set(of: Node<'_, '_>) -> Option<Map<String, Value>> {
    let mut object = common(of)?;
    let named = |name: &'static str| elements(of).filter(move |e| e.tag_name().name() == name);
    object.insert("colors".into(), list(named("wangcolor"), common)?);
    let tile = |e: Node<'_, '_>| {
        let mut tile = attributes(e);
        let colors = e.attribute("wangid")?.split(',').map(number).collect::<Option<Vec<_>>>()?;
        tile.insert("wangid".into(), colors.into());
        Some(tile)
    };
    object.insert("wangtiles".into(), list(named("wangtile"), tile)?);
    Some(object)
}

fn properties(of: Node<'_, '_>) -> Option<Value> {
    list(elements(of).filter(|e| e.tag_name().name() == "property"), |e| {
        let mut property = typed(e)?;
        property.insert("name".into(), e.attribute("name")?.into());
        Some(property)
    })
}

/// Type and value of a property, or of an item of a list.
fn typed(of: Node<'_, '_>) -> Option<Map<String, Value>> {
    let mut object = Map::new();
    let kind = of.attribute("type").unwrap_or("string");
    object.insert("type".into(), kind.into());
    if let Some(name) = of.attribute("propertytype") {
        object.insert("propertytype".into(), name.into());
    }
    object.insert("value".into(), value(of, kind)?);
    Some(object)
}

fn value(of: Node<'_, '_>, kind: &str) -> Option<Value> {
    let text = of.attribute("value").unwrap_or_else(|| of.text().unwrap_or_default());
    Some(match kind {
        "class" => {
            let members = child(of, "properties").into_iter().flat_map(elements);
            let member = |e: Node<'_, '_>| {
                let value = value(e, e.attribute("type").unwrap_or("string"))?;
                Some((e.attribute("name")?.to_owned(), value))
            };
            Value::Object(members.map(member).collect::<Option<_>>()?)
        }
        "list" => list(elements(of).filter(|e| e.tag_name().name() == "item"), typed)?,
        "bool" => text.parse::<bool>().map_or_else(|_| text.into(), Value::Bool),
        "int" | "float" | "object" => number(text).unwrap_or_else(|| text.into()),
        _ => text.into(),
    })
}

/// True if JSON keeps all data of a file: members of classes get the types of JSON, and the order of their names.
fn is_kept_in_json(xml: &str) -> bool {
    let Ok(document) = Document::parse(xml) else { return false };
    let classes = document.descendants().filter(|e| e.attribute("type") == Some("class"));
    classes.filter_map(|class| child(class, "properties")).all(|members| {
        let is_kept = |e: Node<'_, '_>| {
            let kind = e.attribute("type").unwrap_or("string");
            matches!(kind, "string" | "int" | "bool") && e.attribute("propertytype").is_none()
        };
        elements(members).all(is_kept) && elements(members).map(|e| e.attribute("name")).is_sorted()
    })
}

/// Fails unless the files give an equal level in JSON, as far as they have a JSON form.
pub(crate) fn assert_same_in_json(files: &[(&str, &str)], level: &Level) {
    let mut rewritten = Vec::new();
    for (name, text) in files {
        let is_tree = [".tmx", ".tsx", ".tx"].iter().any(|ending| name.ends_with(ending));
        let json =
            if is_tree { json_of(text).filter(|_| is_kept_in_json(text)) } else { Some((*text).to_owned()) };
        let Some(json) = json else { return };
        rewritten.push((*name, json));
    }
    let files: Vec<(&str, &str)> = rewritten.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let other = read(&files)
        .unwrap_or_else(|e| panic!("it loads as XML, and as JSON it does not:\n{e}\n{}", files[0].1));
    for (xml, json) in parts(level).into_iter().zip(parts(&other)) {
        if xml != json {
            let at = xml.bytes().zip(json.bytes()).take_while(|(a, b)| a == b).count().saturating_sub(300);
            let part = |text: &str| text.get(at..).unwrap_or(text).chars().take(900).collect::<String>();
            panic!("XML:  {}\nJSON: {}\n{}", part(&xml), part(&json), files[0].1);
        }
    }
}

/// Loads the first of `files`, from a root that contains all.
pub(crate) fn read(files: &[(&str, &str)]) -> Result<Level, LoadError> {
    let read =
        |path: &std::path::Path| match files.iter().find(|(name, _)| std::path::Path::new(name) == path) {
            Some((_, text)) => Ok(text.as_bytes().to_vec()),
            None => Err(std::io::Error::new(std::io::ErrorKind::NotFound, "no such file")),
        };
    Loader::with_files(read).root("").load(files[0].0)
}

/// All parts of a level as text, without positions in files.
pub(crate) fn parts(level: &Level) -> Vec<String> {
    let Level { class, grid, surfaces, tile_size, bounds, background, render_order, parallax_origin, .. } =
        level;
    let cells: Vec<_> = grid.tiles().map(|(layer, at, id)| (layer, at, grid.tile_kind(id).clone())).collect();
    let off_grid: Vec<_> = grid
        .off_grid_shapes()
        .map(|(_, off_grid)| (off_grid, grid.tile_kind(off_grid.tile).clone()))
        .collect();
    let warnings: Vec<_> = level.warnings.iter().map(|w| (w.kind, &w.file, &w.place)).collect();
    let mut parts = vec![
        format!(
            "{class:?} {surfaces:?} {tile_size} {bounds:?} {background:?} {render_order:?} {parallax_origin}"
        ),
        format!("{:?}", level.layers),
        format!("{:?}", level.tilesets),
        format!("{:?}", level.objects),
        format!("{:?}", level.movers),
        format!("{:?} {:?}", level.marks, level.rules),
        format!("{:?}", level.regions),
        format!("{:?} {:?}", level.properties, level.project),
        format!("{cells:?}"),
        format!("{off_grid:?}"),
        format!("{warnings:?}"),
    ];
    parts.iter_mut().for_each(|part| *part = without_places(part));
    parts
}

/// A text without line and column numbers.
fn without_places(text: &str) -> String {
    let mut parts = text.split("Position {");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += part.split_once('}').map_or(part, |(_, rest)| rest);
    }
    out
}
