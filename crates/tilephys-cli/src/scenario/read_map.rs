//! Validates the map of a file: picture, rectangles, off-grid shapes.

use super::format::{File, Fill, Letter, Loose as LooseKeys, LooseShape as ShapeKeys};
use super::model::{Cell, Kind, Loose};
use super::read_basics::{keys, place_of};
use super::read_shape::Shapes;
use crate::geometry::solid::bounds;
use glam::{IVec2, UVec2};
use std::collections::BTreeMap;
use tilephys::check::located::{Problem, Source, quoted};
use tilephys::core::{Tile, TileCoord, UNITS_PER_PX, limits::MAX_LAYERS};
use toml::Spanned;
use toml::de::DeTable;

/// Cells that all rectangles and loose boxes of a file may cover together: bounds what building a world may cost.
const MOST_CELLS: i64 = 100_000;

/// What a letter puts into a cell.
struct Meaning {
    /// `None` for an empty cell.
    kind: Option<usize>,
    layer: usize,
}

pub(crate) struct Map {
    /// The size of a tile in pixels.
    tile: UVec2,
    pub(crate) layers: Vec<String>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) cells: Vec<Cell>,
    /// Boxes, and after them shapes.
    pub(crate) loose: Vec<Loose>,
    legend: BTreeMap<char, Meaning>,
    covered: i64,
}

impl Map {
    pub(crate) fn read(source: &Source, tree: &DeTable, tile: UVec2, file: &File) -> Result<Map, Problem> {
        let mut map = Map {
            tile,
            layers: layers(source, file.layers.as_ref())?,
            kinds: vec![Kind { letter: '#', tile: Tile::default() }],
            cells: Vec::new(),
            loose: Vec::new(),
            legend: BTreeMap::from([
                ('#', Meaning { kind: Some(0), layer: 0 }),
                ('.', Meaning { kind: None, layer: 0 }),
                (' ', Meaning { kind: None, layer: 0 }),
            ]),
            covered: 0,
        };
        map.read_legend(Shapes { source, tree, tile }, &file.legend)?;
        if let (Some(origin), None) = (&file.origin, &file.map) {
            let message = "`origin` is the place of the map, and the file has no `map`";
            return Err(source.problem(origin.span(), message).with_help("remove it, or draw a `map`"));
        }
        if let Some(picture) = &file.map {
            map.read_picture(
                source,
                picture,
                file.origin.as_ref().map_or([0, 0], |origin| origin.get_ref().0),
            )?;
        }
        for fill in &file.fill {
            map.fill(source, fill)?;
        }
        for loose in &file.boxes {
            map.add_box(source, loose, tile)?;
        }
        for shape in &file.shapes {
            map.add_shape(source, shape)?;
        }
        Ok(map)
    }

    fn read_legend(
        &mut self,
        shapes: Shapes,
        legend: &BTreeMap<Spanned<String>, Spanned<Letter>>,
    ) -> Result<(), Problem> {
        let source = shapes.source;
        for (name, entry) in legend {
            let mut letters = name.get_ref().chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                let message = format!("the legend has `{}`, which is not one character", name.get_ref());
                return Err(source.problem(name.span(), message));
            };
            let keys = entry.get_ref();
            let layer = self.layer_or(source, keys.layer.as_ref(), 0)?;
            let tile = shapes.tile(name.get_ref(), keys)?;
            let about = keys!(keys; area, slope, one_way, line, polygon, parts, flip, material);
            if let (true, Some(span)) = (keys.empty, about.into_iter().flatten().next()) {
                let message = format!("`{letter}` is an empty cell, which has no shape and no material");
                return Err(source.problem(span, message).with_help("remove `empty` or the other keys"));
            }
            let kind = match self.kinds.iter().position(|kind| kind.letter == letter) {
                _ if keys.empty => None,
                Some(known) => {
                    self.kinds[known].tile = tile;
                    Some(known)
                }
                None => {
                    self.kinds.push(Kind { letter, tile });
                    Some(self.kinds.len() - 1)
                }
            };
            self.legend.insert(letter, Meaning { kind, layer });
        }
        if self.kinds.len() >= usize::from(u16::MAX) {
            let span = legend.keys().next().map_or(0..0, Spanned::span);
            return Err(
                source.problem(span, "the legend has more letters than a grid can have kinds of tile")
            );
        }
        Ok(())
    }

    /// The picture: one character a cell.
    fn read_picture(
        &mut self,
        source: &Source,
        picture: &Spanned<String>,
        origin: [i32; 2],
    ) -> Result<(), Problem> {
        for (row, line) in picture.get_ref().lines().enumerate() {
            for (col, letter) in line.chars().enumerate() {
                let Some(meaning) = self.legend.get(&letter) else {
                    let span = place_in_picture(source, picture, row, col);
                    let message = format!(
                        "the map has `{letter}` at its column {col}, row {row}, which is not in the legend"
                    );
                    return Err(source.problem(span, message).with_help(self.letters()));
                };
                let (Some(kind), layer) = (meaning.kind, meaning.layer) else { continue };
                let far = || {
                    let span = place_in_picture(source, picture, row, col);
                    source.problem(span, "the `origin` puts this cell beyond the range of columns and rows")
                };
                let at = |from: i32, by: usize| i32::try_from(by).ok().and_then(|by| from.checked_add(by));
                let coord = at(origin[0], col).zip(at(origin[1], row)).ok_or_else(far)?;
                self.cover(source, picture.span(), self.cost(Some(kind)))?;
                let at = TileCoord::new(coord.0, coord.1);
                self.cells.push(Cell { at, layer, kind: Some(kind) });
            }
        }
        Ok(())
    }

    fn fill(&mut self, source: &Source, fill: &Spanned<Fill>) -> Result<(), Problem> {
        let cells = self.cells_of(source, fill)?;
        let cost = self.cost(cells.first().and_then(|cell| cell.kind)) * cells.len() as i64;
        self.cover(source, fill.get_ref().cells.span(), cost)?;
        self.cells.extend(cells);
        Ok(())
    }

    /// What a rectangle puts into its cells, row by row.
    pub(crate) fn cells_of(&self, source: &Source, fill: &Spanned<Fill>) -> Result<Vec<Cell>, Problem> {
        let keys = fill.get_ref();
        let [col0, row0, col1, row1] = keys.cells.get_ref().0;
        if col1 < col0 || row1 < row0 {
            let message = "`cells` are [first column, first row, last column, last row]: \
                           the last must not come before the first";
            return Err(source.problem(keys.cells.span(), message));
        }
        let long = |from: i32, to: i32| i64::from(to) - i64::from(from) + 1;
        let (kind, layer) = self.tile_and_layer(source, keys.tile.as_ref(), keys.layer.as_ref())?;
        let cells = long(col0, col1).saturating_mul(long(row0, row1));
        if cells.saturating_mul(self.cost(kind)) > MOST_CELLS {
            return Err(too_many(source, &keys.cells));
        }
        let in_row = |row| (col0..=col1).map(move |col| Cell { at: TileCoord::new(col, row), layer, kind });
        Ok((row0..=row1).flat_map(in_row).collect())
    }

    fn add_box(&mut self, source: &Source, loose: &Spanned<LooseKeys>, tile: UVec2) -> Result<(), Problem> {
        let keys = loose.get_ref();
        let at = keys.at.0;
        let size = keys.size.get_ref().0;
        if size.min_element() <= 0 {
            let message = "a box is more than 0 px wide and high";
            return Err(source.problem(keys.size.span(), message));
        }
        let (Some(kind), layer) = self.tile_and_layer(source, keys.tile.as_ref(), keys.layer.as_ref())?
        else {
            return Err(source.problem(loose.span(), "a box is made of a tile, not of an empty cell"));
        };
        let over = |k: usize| i64::from(size[k]) / (i64::from(tile[k]) * i64::from(UNITS_PER_PX)) + 2;
        self.cover(source, keys.size.span(), over(0).saturating_mul(over(1)))?;
        if at.checked_add(size).is_none() {
            return Err(source.problem(keys.size.span(), "the box reaches beyond the world"));
        }
        self.loose.push(Loose { span: loose.span(), at, size: Some(size), layer, kind });
        Ok(())
    }

    fn add_shape(&mut self, source: &Source, shape: &Spanned<ShapeKeys>) -> Result<(), Problem> {
        let keys = shape.get_ref();
        let (Some(kind), layer) = self.tile_and_layer(source, Some(&keys.tile), keys.layer.as_ref())? else {
            return Err(source.problem(keys.tile.span(), "a shape needs a tile; an empty cell has none"));
        };
        self.cover(source, shape.span(), self.cost(Some(kind)))?;
        self.loose.push(Loose { span: shape.span(), at: keys.at.0, size: None, layer, kind });
        Ok(())
    }

    /// Cells that a tile may be listed in: more than its own if its shape is larger.
    fn cost(&self, kind: Option<usize>) -> i64 {
        let Some(kind) = kind else { return 1 };
        let tile = self.tile.as_ivec2() * UNITS_PER_PX;
        let (low, high) = bounds(&self.kinds[kind].tile.shape, tile);
        if low.cmpge(IVec2::ZERO).all() && high.cmple(tile).all() {
            return 1;
        }
        let over = |k: usize| i64::from(high[k] - low[k]) / i64::from(tile[k]) + 2;
        over(0).saturating_mul(over(1))
    }

    fn cover(&mut self, source: &Source, span: std::ops::Range<usize>, cells: i64) -> Result<(), Problem> {
        self.covered = self.covered.saturating_add(cells);
        let sized = Spanned::new(span, ());
        if self.covered > MOST_CELLS { Err(too_many(source, &sized)) } else { Ok(()) }
    }

    /// What `tile` and `layer` name; `#` in the letter's own layer where they are left out.
    fn tile_and_layer(
        &self,
        source: &Source,
        tile: Option<&Spanned<String>>,
        layer: Option<&Spanned<String>>,
    ) -> Result<(Option<usize>, usize), Problem> {
        let meaning = match tile {
            None => &self.legend[&'#'],
            Some(name) => self.meaning(source, name)?,
        };
        Ok((meaning.kind, self.layer_or(source, layer, meaning.layer)?))
    }

    fn meaning(&self, source: &Source, name: &Spanned<String>) -> Result<&Meaning, Problem> {
        let mut letters = name.get_ref().chars();
        let known = match (letters.next(), letters.next()) {
            (Some(letter), None) => self.legend.get(&letter),
            _ => None,
        };
        known.ok_or_else(|| {
            let message = format!("`{}` is not a letter of the legend", name.get_ref());
            source.problem(name.span(), message).with_help(self.letters())
        })
    }

    /// The kind of tile that a letter names.
    pub(crate) fn kind(&self, source: &Source, name: &Spanned<String>) -> Result<usize, Problem> {
        self.meaning(source, name)?.kind.ok_or_else(|| {
            source.problem(name.span(), format!("`{}` is an empty cell, which nothing hits", name.get_ref()))
        })
    }

    /// The size of a tile in lattice units.
    pub(crate) fn tile_units(&self) -> IVec2 {
        self.tile.as_ivec2() * UNITS_PER_PX
    }

    /// The layer that `name` names, or `plain` if there is none.
    pub(crate) fn layer_or(
        &self,
        source: &Source,
        name: Option<&Spanned<String>>,
        plain: usize,
    ) -> Result<usize, Problem> {
        let Some(name) = name else { return Ok(plain) };
        place_of(source, name, ["layer", "`layers` has"], self.layers.iter().map(String::as_str))
    }

    fn letters(&self) -> String {
        let letters: Vec<String> = self.legend.keys().map(char::to_string).collect();
        format!("the legend has {}", quoted(letters.iter().map(String::as_str)))
    }
}

fn too_many<T>(source: &Source, at: &Spanned<T>) -> Problem {
    let message = format!("the map covers more than {MOST_CELLS} cells, which is the limit");
    source.problem(at.span(), message)
}

fn layers(source: &Source, layers: Option<&Spanned<Vec<String>>>) -> Result<Vec<String>, Problem> {
    let Some(layers) = layers else { return Ok(vec!["tiles".to_owned()]) };
    let names = layers.get_ref();
    if names.is_empty() || names.len() > MAX_LAYERS {
        let message = format!("a map has 1 to {MAX_LAYERS} layers, not {}", names.len());
        return Err(source.problem(layers.span(), message));
    }
    if let Some(twice) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        return Err(source.problem(layers.span(), format!("there are two layers `{}`", twice.1)));
    }
    Ok(names.clone())
}

/// The place in the file of a character of the picture. A picture with escapes in it is pointed at as a whole.
fn place_in_picture(
    source: &Source,
    picture: &Spanned<String>,
    row: usize,
    col: usize,
) -> std::ops::Range<usize> {
    let span = picture.span();
    let Some(literal) = source.text.get(span.clone()) else { return span };
    let multi_line = literal.starts_with("\"\"\"") || literal.starts_with("'''");
    let quotes = if multi_line { 3 } else { 1 };
    if literal.contains('\\') {
        return span;
    }
    let mut start = span.start + quotes;
    let mut rest = &literal[quotes..];
    if multi_line && let Some(after) = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')) {
        start += rest.len() - after.len();
        rest = after;
    }
    let Some(line) = rest.split('\n').nth(row) else { return span };
    let before: usize = rest.split('\n').take(row).map(|line| line.len() + 1).sum();
    let Some((offset, letter)) = line.char_indices().nth(col) else { return span };
    start += before + offset;
    start..start + letter.len_utf8()
}
