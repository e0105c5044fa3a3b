//! A picture: the display list with its images, and overlays.

use crate::list::{Contents, DisplayList, ImagesFrom, Warning, list};
use crate::overlay::{Overlay, Part};
use crate::pixels::Pixels;
use crate::rect::Rect;
use crate::shape::{Body, Label, Shape};
use crate::sheet::Reader;
use glam::Vec2;
use tilephys_tiled::{Color, Files, Image, LayerInfo, Level, Object};

/// The display list of a level with its images, and what is pushed on top of it, in drawing order.
///
/// The cells of the level are borrowed, so that a picture of a large level stays small.
///
/// # Examples
///
/// ```
/// use glam::Vec2;
/// use std::io;
/// use tilephys_draw::{Body, BodyKind, Picture, Rect, View};
///
/// let map = r##"<map width="4" height="2" tilewidth="16" tileheight="16" backgroundcolor="#203040">
///  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
///   <image source="rock.png" width="16" height="16"/>
///  </tileset>
///  <layer id="1" name="ground" width="4" height="2"><data encoding="csv">0,0,0,0,1,1,1,1</data></layer>
/// </map>"##;
/// let files = |path: &std::path::Path| match path.to_str() {
///     Some("a.tmx") => Ok(map.as_bytes().to_vec()),
///     _ => Err(io::Error::from(io::ErrorKind::NotFound)),
/// };
/// let level = tilephys_tiled::load_from(&files, "a.tmx")?;
/// let mut picture = Picture::of_level(&level, &files);
/// picture.push_bodies(&[Body {
///     kind: BodyKind::Player,
///     rect: Rect::new(Vec2::new(40.0, 4.0), Vec2::new(8.0, 12.0)),
///     path: vec![Vec2::new(4.0, 10.0), Vec2::new(20.0, 2.0), Vec2::new(44.0, 10.0)],
///     label: String::new(),
/// }]);
/// // The file rock.png is missing: its tiles are checkers, and a warning says so.
/// assert!(picture.warnings()[0].to_string().starts_with("rock.png: the image cannot be read"));
///
/// let mut png = Vec::new();
/// picture.write_png(&View::default().at_scale(2.0), &mut png)?;
/// assert!(png.starts_with(b"\x89PNG"));
/// assert_eq!(picture.pixels(&View::default())?.data[0], [0x20, 0x30, 0x40, 255]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Picture<'a> {
    pub(crate) list: DisplayList<'a>,
    /// The images of the list.
    pub(crate) sheets: Vec<Pixels>,
    pub(crate) overlays: Vec<Overlay<'a>>,
    /// Number of overlays that are behind the layers from `front` on.
    pub(crate) covered: usize,
    pub(crate) front: usize,
    /// Pixels of the level, per side, in a pixel of an image at its natural size.
    pub(crate) step: u32,
    /// Time of animated tiles, in milliseconds.
    pub(crate) millis: u64,
}

impl<'a> Picture<'a> {
    /// Creates an empty picture of a region, in pixels of a level.
    #[must_use]
    pub fn new(bounds: Rect, background: Option<Color>) -> Self {
        let list = DisplayList::empty(bounds, background);
        Picture { list, sheets: Vec::new(), overlays: Vec::new(), covered: 0, front: 0, step: 1, millis: 0 }
    }

    /// Creates a picture of a level as a player sees it, without parallax shifts.
    ///
    /// The picture has the visible layers in order, with the opacity, tint and offset of their groups: tiles, images,
    /// and objects that show a tile. Animations show their first frame. Needed images are read from `files`. An image
    /// that cannot be read becomes magenta and black checkers with a white border, and causes one of the
    /// [`warnings`](Self::warnings).
    #[must_use]
    pub fn of_level(level: &'a Level, files: &dyn Files) -> Self {
        Picture::of_level_now(level, files, &|_| Some(Vec2::ZERO))
    }

    /// Like [`of_level`](Self::of_level), for a running level: `now` returns the offset of an object from its place, in
    /// pixels, or `None` if it is gone.
    #[must_use]
    pub fn of_level_now(level: &'a Level, files: &dyn Files, now: &dyn Fn(&Object) -> Option<Vec2>) -> Self {
        Picture::of_contents(level, files, true, Contents { has_layer: &|layer| layer.visible, now })
    }

    /// Like [`of_level`](Self::of_level), with the layers for which `has_layer` returns true, also if the level hides them.
    ///
    /// Its [`list`](Self::list) has all frames of animations, and its [`images`](Self::images) are decoded: all that a
    /// renderer with textures needs.
    #[must_use]
    pub fn of_layers(level: &'a Level, files: &dyn Files, has_layer: &dyn Fn(&LayerInfo) -> bool) -> Self {
        Picture::of_contents(level, files, false, Contents { has_layer, now: &|_| Some(Vec2::ZERO) })
    }

    fn of_contents(level: &'a Level, files: &dyn Files, is_still: bool, contents: Contents<'_>) -> Self {
        let mut reader = Reader::new(files);
        let size_of = &mut |image: &Image| reader.read(image);
        let list =
            list(level, ImagesFrom { size_of, stand_in: "magenta and black checkers", is_still }, contents);
        let sheets = reader.sheets(list.images());
        Picture { list, sheets, overlays: Vec::new(), covered: 0, front: 0, step: 1, millis: 0 }
    }

    /// The display list that the picture draws, without what is pushed onto it.
    #[must_use]
    pub fn list(&self) -> &DisplayList<'a> {
        &self.list
    }

    /// The decoded images of the [`list`](Self::list), by the indices of its quads. Pixels of the colour key are
    /// transparent, and placeholders are checkers.
    #[must_use]
    pub fn images(&self) -> &[Pixels] {
        &self.sheets
    }

    /// The default region of a view: the cells of a finite map, or everything drawn of an infinite one.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.list.bounds()
    }

    /// Warnings about everything that is drawn in another way than the level says.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        self.list.warnings()
    }

    /// Sets the background colour; `None` is transparent. By default a level has the map's background colour.
    pub fn set_background(&mut self, background: Option<Color>) {
        self.list.background = background;
    }

    /// Moves and hides the objects that show tiles, like [`DisplayList::place_objects`].
    pub fn place_objects(&mut self, now: impl FnMut(u32) -> Option<Vec2>) {
        self.list.place_objects(now);
    }

    /// Sets the time of animated tiles, in milliseconds since the start; 0 by default. Only a picture
    /// [`of_layers`](Self::of_layers) has more than their first frame, and views of very many pixels show that one.
    pub fn set_time(&mut self, millis: u64) {
        self.millis = millis;
    }

    /// Removes everything that was pushed onto the picture.
    pub fn clear(&mut self) {
        self.overlays.clear();
        self.cover(0);
    }

    /// Puts all that was pushed so far behind the layers from `front` on, an index in [`Level::layers`]. Later marks are over all
    /// layers.
    pub fn cover(&mut self, front: usize) {
        self.covered = self.overlays.len();
        self.front = front;
    }

    /// The layers and the overlays in drawing order.
    pub(crate) fn parts(&self) -> [Part<'_, 'a>; 2] {
        let (behind, over) = self.overlays.split_at(self.covered);
        [
            Part { layers: 0..self.front, overlays: behind },
            Part { layers: self.front..usize::MAX, overlays: over },
        ]
    }

    /// Draws a shape over everything so far.
    pub fn push_shape(&mut self, shape: Shape) {
        self.overlays.push(Overlay::Shape(shape));
    }

    /// Draws generated shapes over everything so far, such as a shape for each cell of a large level.
    ///
    /// `shapes` receives a window in pixels of the level, and passes on each shape that may show in it, in drawing order.
    /// It is called for each band of rows. A shape must be equal in all windows that show it, and at most 16 pixels of the
    /// picture thick outside of its outline.
    pub fn push_generated(&mut self, shapes: impl Fn(Rect, &mut dyn FnMut(Shape)) + 'a) {
        self.overlays.push(Overlay::Generated(Box::new(shapes)));
    }

    /// Draws a label over everything so far.
    pub fn push_label(&mut self, label: Label) {
        self.overlays.push(Overlay::Label(label));
    }

    /// Draws bodies over everything so far: projectiles, then platforms and others, then characters, players, and
    /// faulty bodies. Each kind has first all paths, then all boxes. Labels are over all of them.
    pub fn push_bodies(&mut self, bodies: &[Body]) {
        let mut bodies: Vec<&Body> = bodies.iter().collect();
        // A stable sort: bodies of one kind keep their order.
        bodies.sort_by_key(|body| body.kind.rank());
        for alike in bodies.chunk_by(|a, b| a.kind == b.kind) {
            self.overlays.extend(alike.iter().flat_map(|b| b.path_shapes()).map(Overlay::Shape));
            self.overlays.extend(alike.iter().flat_map(|b| b.box_shapes()).map(Overlay::Shape));
        }
        self.overlays.extend(bodies.iter().filter_map(|b| b.label()).map(Overlay::Label));
    }
}
