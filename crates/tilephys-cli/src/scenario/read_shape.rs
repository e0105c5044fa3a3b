//! Validates the shapes of tiles in the legend.

use super::format::{Area, Corners, Letter, Line, Name, PartKeys, SlopeKeys};
use super::number::{Exactly, Point, px};
use super::reader::{Reader, Valid, keys};
use super::turn::Turn;
use super::vocabulary::{Word, word};
use glam::IVec2;
use std::ops::Range;
use tilephys::core::{
    Aabb, Direction, Material, Tile, UNITS_PER_PX,
    limits::{MAX_PARTS, SHAPE_REACH},
    shape::{OneWay, Part, Polygon, PolygonFault, Slope, TileShape},
};
use toml::Spanned;

impl Reader<'_> {
    /// The tile that a letter stands for.
    pub(crate) fn read_tile(&self, letter: &str, keys: &Letter) -> Valid<Tile> {
        let plain = Tile::default();
        let turn = keys.flip.as_ref().map_or(Ok(Turn::NONE), |flip| self.flip(flip))?;
        let material = keys.material.as_ref();
        let material = material.map_or(Ok(plain.material), |own| self.material(letter, own))?;
        Ok(Tile {
            shape: turn.shape(&self.shape(keys)?, self.tile_units()),
            category: keys.category.unwrap_or(plain.category),
            material: Material { conveyor: turn.vector(material.conveyor), ..material },
            ..plain
        })
    }

    fn shape(&self, keys: &Letter) -> Valid<TileShape> {
        let given = keys!(keys; area, slope, one_way, line, polygon, parts);
        self.one_of(&given, "`box`, `slope`, `one_way`, `line`, `polygon` and `parts`")?;
        if let Some(area) = &keys.area {
            return self.area(area.get_ref()).map(TileShape::Box);
        }
        if let Some(slope) = &keys.slope {
            return self.slope(slope);
        }
        if let Some(line) = self.one_way(keys.one_way.as_ref(), keys.line.as_ref())? {
            return Ok(TileShape::OneWay(line));
        }
        if let Some(corners) = &keys.polygon {
            return Ok(TileShape::Parts(vec![Part::Solid(self.polygon(corners)?)]));
        }
        let Some(parts) = &keys.parts else { return Ok(TileShape::Full) };
        let count = parts.get_ref().len();
        let message = format_args!("a tile has 1 to {MAX_PARTS} parts, not {count}");
        self.ensure((1..=MAX_PARTS).contains(&count), parts.span(), message, "")?;
        parts.get_ref().iter().map(|part| self.part(part)).collect::<Result<_, _>>().map(TileShape::Parts)
    }

    /// Says that two of `given` are one too many.
    fn one_of(&self, given: &[Option<Range<usize>>], names: &str) -> Valid<()> {
        let second = given.iter().flatten().nth(1).cloned();
        let help = "several shapes in one tile are `parts = [{ polygon = [...] }, { one_way = \"up\" }]`";
        self.refuse(second, format_args!("a tile has one of {names}"), help)
    }

    fn part(&self, part: &Spanned<PartKeys>) -> Valid<Part> {
        let keys = part.get_ref();
        let given = keys!(keys; area, polygon, one_way, line);
        self.one_of(&given, "`box`, `polygon`, `one_way` and `line` in each of its parts")?;
        if let Some(area) = &keys.area {
            let Aabb { min, max } = self.area(area.get_ref())?;
            let corners = [min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)];
            return Ok(Part::Solid(Polygon::new(&corners)));
        }
        if let Some(corners) = &keys.polygon {
            return Ok(Part::Solid(self.polygon(corners)?));
        }
        let message = "a part of a tile has one of `box`, `polygon`, `one_way` and `line`";
        let line = self.one_way(keys.one_way.as_ref(), keys.line.as_ref())?;
        line.map(Part::OneWay).ok_or_else(|| self.source.problem(part.span(), message))
    }

    fn area(&self, keys: &Area) -> Valid<Aabb> {
        let min = self.near(&keys.at)?;
        let size = self.near(&keys.size)?;
        let message = "the box of a tile is more than 0 px wide and high";
        self.ensure(size.min_element() > 0, keys.size.span(), message, "")?;
        let max = min + size;
        self.check_near(max, keys.size.span())?;
        Ok(Aabb { min, max })
    }

    /// A point that a shape may have.
    fn near(&self, point: &Spanned<Point>) -> Valid<IVec2> {
        let Point(at) = *point.get_ref();
        self.check_near(at, point.span()).map(|()| at)
    }

    fn check_near(&self, at: IVec2, span: Range<usize>) -> Valid<()> {
        let reach = SHAPE_REACH / UNITS_PER_PX;
        let message =
            format_args!("a shape reaches at most {reach} px from the upper left corner of its cell");
        let help = "`shapes` puts a letter's shape anywhere in the world";
        self.ensure(at.abs().max_element() <= SHAPE_REACH, span, message, help)
    }

    fn slope(&self, slope: &Spanned<SlopeKeys>) -> Valid<TileShape> {
        let keys = slope.get_ref();
        let side = keys.side.map_or(Direction::Down, |side| side.0);
        let Exactly(given) = keys.heights.get_ref();
        let heights = given.each_ref().map(|height| height.get_ref().0);
        let most = self.tile_units()[side.axis()];
        let over = match side {
            Direction::Down | Direction::Up => "left and at its right",
            Direction::Left | Direction::Right => "upper and at its lower",
        };
        let most_px = px(most);
        let word = word(side);
        let help =
            format!("`heights` are those over the `{word}` side, at its {over} end: 0 to {most_px} px");
        for height in given {
            let own = height.get_ref().0;
            let message = format_args!("a slope cannot be {} px high in this tile", px(own));
            self.ensure((0..=most).contains(&own), height.span(), message, &help)?;
        }
        let message = "both heights of the slope are 0, so nothing of it is solid";
        self.ensure(heights != [0, 0], keys.heights.span(), message, &help)?;
        Ok(TileShape::Slope(Slope { side, heights }))
    }

    /// A one-way edge of a cell, or any one-way line.
    fn one_way(
        &self,
        edge: Option<&Spanned<Word<Direction>>>,
        line: Option<&Spanned<Line>>,
    ) -> Valid<Option<OneWay>> {
        let edge = edge.map(|open| self.edge(open)).transpose()?;
        let line = line.map(|line| self.line(line.get_ref())).transpose()?;
        Ok(edge.or(line))
    }

    /// The one-way edge of a cell.
    fn edge(&self, open: &Spanned<Word<Direction>>) -> Valid<OneWay> {
        let longest = SHAPE_REACH / UNITS_PER_PX;
        let is_short = self.tile.max_element() <= longest.unsigned_abs();
        let message = format_args!("a tile with a one-way edge is at most {longest} px wide and high");
        self.ensure(is_short, open.span(), message, "")?;
        Ok(OneWay::edge(self.tile, open.get_ref().0))
    }

    fn line(&self, keys: &Line) -> Valid<OneWay> {
        let from = self.near(&keys.from)?;
        let to = self.near(&keys.to)?;
        let open = keys.open.get_ref().0;
        let along = 1 - open.axis();
        let side = word(open);
        let message = format_args!("this line has no side toward `{side}`: it runs along it, or is a point");
        let help = "`open` is the side that stops what comes from there, and lies across the line";
        self.ensure(from[along] != to[along], keys.open.span(), message, help)?;
        Ok(OneWay::new(from, to, open))
    }

    fn polygon(&self, corners: &Spanned<Corners>) -> Valid<Polygon> {
        let list = corners.get_ref();
        let places: Vec<IVec2> = list.iter().map(|corner| corner.get_ref().0).collect();
        let is_far = |corner: &IVec2| corner.abs().max_element() > SHAPE_REACH;
        let read = match places.iter().position(is_far) {
            Some(corner) => Err(PolygonFault::TooFar { corner }),
            None => Polygon::try_new(&places),
        };
        read.map_err(|fault| {
            let (corner, help) = match fault {
                PolygonFault::TooFew { .. } => {
                    (None, "a triangle is `polygon = [[0, 16], [16, 0], [16, 16]]`")
                }
                PolygonFault::NoArea => {
                    (None, "move a corner off the line; a line that blocks is a `one_way` or `line`")
                }
                PolygonFault::SelfCrossing => {
                    (None, "list the corners in the order in which they follow each other around it")
                }
                PolygonFault::TooFar { corner } => (
                    Some(corner),
                    "corners are pixels from the upper left corner of the cell; `shapes` puts shapes elsewhere",
                ),
                PolygonFault::Concave { corner } => (
                    Some(corner),
                    "corners count from 0; several polygons are `parts = [{ polygon = [...] }, { polygon = [...] }]`",
                ),
                _ => (None, "several polygons are `parts = [{ polygon = [...] }, { polygon = [...] }]`"),
            };
            let corner = corner.and_then(|corner| list.get(corner));
            let span = corner.map_or(corners.span(), Spanned::span);
            self.source.problem(span, fault.to_string()).with_help(help)
        })
    }

    /// Tiled's flags: the diagonal flip first, then the others.
    fn flip(&self, flip: &Name) -> Valid<Turn> {
        let flags = flip.get_ref();
        let help =
            "`H` mirrors left and right, `V` up and down, `D` exchanges both axes first, as Tiled's flags do";
        let wrong = flags.char_indices().find(|&(i, c)| !"HVD".contains(c) || flags[..i].contains(c));
        if let Some((_, letter)) = wrong {
            let message = format!("`flip` is made of `H`, `V` and `D`, each once, not of `{letter}`");
            return Err(self.source.problem(flip.span(), message).with_help(help));
        }
        let swap = flags.contains('D');
        let sign = |flag: char| if flags.contains(flag) { -1 } else { 1 };
        let is_whole = !swap || self.tile.x == self.tile.y;
        self.ensure(is_whole, flip.span(), "the `D` flip needs square tiles", help)?;
        Ok(Turn { swap, sign: IVec2::new(sign('H'), sign('V')) })
    }

    fn material(&self, letter: &str, material: &Spanned<Material>) -> Valid<Material> {
        let Some(fault) = material.get_ref().fault() else { return Ok(*material.get_ref()) };
        let table = self.tree.get("legend").and_then(|legend| legend.get_ref().get(letter));
        Err(self.out_of_range(fault, table, material.span()))
    }
}
