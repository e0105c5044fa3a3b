//! Random maps, and random edits of them.

use crate::support::rng::Rng;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use tilephys_tiled::{Level, load_from};

/// The collision of a tile.
#[derive(Clone, Debug, PartialEq)]
struct Tile {
    collision: &'static str,
    shape: usize,
    friction: f32,
    conveyor: f32,
    surface: &'static str,
    category: u32,
}

#[derive(Clone, Debug)]
struct Tileset {
    name: String,
    count: u32,
    tiles: BTreeMap<u32, Tile>,
}

/// A tileset by its name, a tile and flags.
type Cell = (String, u32, u32);

#[derive(Clone, Debug)]
struct Layer {
    id: u32,
    offset: (i32, i32),
    collision: &'static str,
    /// Cells by row and column.
    cells: BTreeMap<(i32, i32), Cell>,
}

#[derive(Clone, Debug)]
struct Thing {
    id: u32,
    class: &'static str,
    collision: &'static str,
    place: [i32; 4],
}

/// A map that is edited.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    size: (i32, i32),
    infinite: bool,
    tilesets: Vec<Tileset>,
    layers: Vec<Layer>,
    things: Vec<Thing>,
    next: u32,
}

const SHAPES: [&str; 4] = [
    "",
    r#"<object id="1" x="0" y="8" width="16" height="8"/>"#,
    r#"<object id="1" x="0" y="16"><polygon points="0,0 16,0 16,-16"/></object>"#,
    r#"<object id="1" x="-4" y="-6" width="20" height="16"/>"#,
];

impl Tile {
    fn random(rng: &mut Rng) -> Tile {
        Tile {
            collision: rng.pick(&["", "solid", "solid", "one_way", "none"]),
            shape: rng.pick(&[0, 0, 0, 1, 2, 3]),
            friction: rng.pick(&[1.0, 1.0, 0.5]),
            conveyor: rng.pick(&[0.0, 0.0, 40.0]),
            surface: rng.pick(&["", "ice", "mud", "wood"]),
            category: rng.pick(&[1, 1, 2]),
        }
    }
}

impl Tileset {
    fn random(name: String, rng: &mut Rng) -> Tileset {
        let count = rng.range(3, 9) as u32;
        Tileset { name, count, tiles: (0..count).map(|id| (id, Tile::random(rng))).collect() }
    }
}

impl Model {
    pub(crate) fn random(rng: &mut Rng) -> Model {
        let mut model = Model {
            size: (rng.range(6, 24), rng.range(6, 18)),
            infinite: rng.chance(30),
            tilesets: vec![Tileset::random("a".to_owned(), rng)],
            layers: Vec::new(),
            things: Vec::new(),
            next: 1,
        };
        for _ in 0..rng.range(1, 3) {
            model.add_layer(rng);
        }
        for _ in 0..rng.range(0, 6) {
            model.add_thing(rng);
        }
        model
    }

    fn id(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn random_cell(&self, rng: &mut Rng) -> ((i32, i32), Option<Cell>) {
        let low = if self.infinite { -3 } else { 0 };
        let at = (rng.range(low, self.size.1 - 1), rng.range(low, self.size.0 - 1));
        let set = &self.tilesets[rng.range(0, self.tilesets.len() as i32 - 1) as usize];
        let id = rng.range(0, set.count as i32 - 1) as u32;
        let flags = rng.pick(&[0, 0, 0x8000_0000, 0x4000_0000, 0xA000_0000]);
        (at, (!rng.chance(25)).then(|| (set.name.clone(), id, flags)))
    }

    fn paint(&mut self, layer: usize, count: i32, rng: &mut Rng) {
        for _ in 0..count {
            match self.random_cell(rng) {
                (at, Some(cell)) => _ = self.layers[layer].cells.insert(at, cell),
                (at, None) => _ = self.layers[layer].cells.remove(&at),
            }
        }
    }

    fn add_layer(&mut self, rng: &mut Rng) {
        let (id, offset) = (self.id(), offset(rng));
        let collision = rng.pick(&["", "", "solid", "none"]);
        let place = rng.range(0, self.layers.len() as i32) as usize;
        self.layers.insert(place, Layer { id, offset, collision, cells: BTreeMap::new() });
        self.paint(place, self.size.0 * self.size.1 / 3, rng);
    }

    fn add_thing(&mut self, rng: &mut Rng) {
        let id = self.id();
        let class = rng.pick(&["", "", "TpMover", "TpCollectible", "Lamp"]);
        let collision = if class == "TpCollectible" { "" } else { rng.pick(&["", "solid", "one_way"]) };
        self.things.push(Thing { id, class, collision, place: place(rng) });
    }

    /// Makes a random edit.
    pub(crate) fn edit(&mut self, rng: &mut Rng) {
        let layers = self.layers.len() as i32;
        let layer = (layers > 0).then(|| rng.range(0, layers - 1) as usize);
        let thing = (!self.things.is_empty()).then(|| rng.range(0, self.things.len() as i32 - 1) as usize);
        let set = rng.range(0, self.tilesets.len() as i32 - 1) as usize;
        match (rng.range(0, 14), layer, thing) {
            (0..=2, Some(layer), _) => self.paint(layer, rng.range(1, 12), rng),
            (3, ..) => self.add_layer(rng),
            (4, Some(layer), _) => _ = self.layers.remove(layer),
            (5, Some(layer), _) => self.layers.swap(layer, 0),
            (6, Some(layer), _) => self.layers[layer].offset = offset(rng),
            (7, Some(layer), _) => self.layers[layer].collision = rng.pick(&["", "solid", "none", "one_way"]),
            (8, ..) => self.resize(rng),
            (9, ..) => {
                let id = rng.range(0, self.tilesets[set].count as i32 - 1) as u32;
                self.tilesets[set].tiles.insert(id, Tile::random(rng));
            }
            (10, ..) => {
                // All later gids change.
                let count = self.tilesets[set].count;
                self.tilesets[set].tiles.insert(count, Tile::random(rng));
                self.tilesets[set].count += 1;
            }
            (11, ..) => {
                let name = format!("set{}", self.id());
                let set = Tileset::random(name, rng);
                self.tilesets.insert(rng.range(0, self.tilesets.len() as i32) as usize, set);
            }
            (12, ..) => self.add_thing(rng),
            (13, _, Some(thing)) => _ = self.things.remove(thing),
            (14, _, Some(thing)) => self.things[thing].place = place(rng),
            _ => {}
        }
    }

    fn resize(&mut self, rng: &mut Rng) {
        self.size = (rng.range(6, 24), rng.range(6, 18));
        let (cols, rows) = self.size;
        if !self.infinite {
            let inside = |at: &(i32, i32)| at.0 < rows && at.1 < cols;
            self.layers.iter_mut().for_each(|layer| layer.cells.retain(|at, _| inside(at)));
        }
    }

    /// The map as Tiled writes it.
    pub(crate) fn tmx(&self) -> String {
        let (cols, rows) = self.size;
        let mut out = format!(
            "<map version=\"1.10\" orientation=\"orthogonal\" width=\"{cols}\" height=\"{rows}\" tilewidth=\"16\" \
             tileheight=\"16\" infinite=\"{}\">\n",
            u8::from(self.infinite)
        );
        let mut first = 1;
        let mut firsts = BTreeMap::new();
        for set in &self.tilesets {
            let (name, count) = (&set.name, set.count);
            firsts.insert(name.clone(), first);
            writeln!(out, "<tileset firstgid=\"{first}\" name=\"{name}\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"{count}\" columns=\"{count}\"><image source=\"{name}.png\" width=\"{}\" height=\"16\"/>", count * 16).unwrap();
            set.tiles.iter().for_each(|(id, tile)| write_tile(&mut out, *id, tile));
            out += "</tileset>\n";
            first += count;
        }
        self.layers.iter().for_each(|layer| self.write_layer(&mut out, layer, &firsts));
        out += "<objectgroup id=\"1\" name=\"things\">\n";
        for Thing { id, class, collision, place: [x, y, w, h] } in &self.things {
            let word = property("collision", "string", collision);
            writeln!(out, "<object id=\"{id}\" type=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"><properties>{word}</properties></object>").unwrap();
        }
        out + "</objectgroup></map>"
    }

    fn write_layer(&self, out: &mut String, layer: &Layer, firsts: &BTreeMap<String, u32>) {
        let (cols, rows) = self.size;
        let Layer { id, offset: (x, y), collision, cells } = layer;
        let gid = |at: (i32, i32)| cells.get(&at).map_or(0, |(set, id, flags)| (firsts[set] + id) | flags);
        let csv = |row0: i32, col0: i32, rows: i32, cols: i32| {
            let all = (row0..row0 + rows).flat_map(|row| (col0..col0 + cols).map(move |col| (row, col)));
            all.map(|at| gid(at).to_string()).collect::<Vec<_>>().join(",")
        };
        let word = property("collision", "string", collision);
        writeln!(out, "<layer id=\"{id}\" name=\"layer {id}\" width=\"{cols}\" height=\"{rows}\" offsetx=\"{x}\" offsety=\"{y}\"><properties>{word}</properties><data encoding=\"csv\">").unwrap();
        if self.infinite {
            // Empty chunks are not written.
            for (row, col) in (-1..4).flat_map(|row| (-1..4).map(move |col| (row * 8, col * 8))) {
                if cells.keys().any(|at| (row..row + 8).contains(&at.0) && (col..col + 8).contains(&at.1)) {
                    writeln!(
                        out,
                        "<chunk x=\"{col}\" y=\"{row}\" width=\"8\" height=\"8\">{}</chunk>",
                        csv(row, col, 8, 8)
                    )
                    .unwrap();
                }
            }
        } else {
            *out += &csv(0, 0, rows, cols);
        }
        *out += "</data></layer>\n";
    }

    pub(crate) fn load(&self) -> Level {
        let map = self.tmx();
        load_from(&|_: &Path| Ok(map.clone().into_bytes()), "a.tmx").unwrap_or_else(|e| panic!("{e}\n{map}"))
    }
}

fn offset(rng: &mut Rng) -> (i32, i32) {
    rng.pick(&[(0, 0), (0, 0), (16, 0), (-32, 16), (5, 3)])
}

fn place(rng: &mut Rng) -> [i32; 4] {
    [rng.range(-10, 300), rng.range(-10, 250), rng.range(2, 60), rng.range(2, 40)]
}

fn property(name: &str, kind: &str, value: &str) -> String {
    match value {
        "" => String::new(),
        value => format!(r#"<property name="{name}" type="{kind}" value="{value}"/>"#),
    }
}

fn write_tile(out: &mut String, id: u32, tile: &Tile) {
    let Tile { collision, shape, friction, conveyor, surface, category } = tile;
    let words = [
        property("collision", "string", collision),
        property("friction", "float", &friction.to_string()),
        property("conveyor", "float", &conveyor.to_string()),
        property("surface", "string", surface),
        property("category", "int", &category.to_string()),
    ];
    write!(out, "<tile id=\"{id}\"><properties>{}</properties>", words.concat()).unwrap();
    if *shape > 0 {
        write!(out, "<objectgroup>{}</objectgroup>", SHAPES[*shape]).unwrap();
    }
    *out += "</tile>\n";
}
