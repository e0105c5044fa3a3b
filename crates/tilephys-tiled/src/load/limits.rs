//! What a map may cost, in one place.

/// The most that is read of a map and its files. Beyond it a map is a [`LoadError`](crate::LoadError) that names the limit.
///
/// At the defaults no file takes more than 256 MB while it is loaded, whatever is in it. A game that has larger maps
/// raises what they need; what is beside each number is what a higher one costs.
///
/// # Examples
///
/// ```
/// use tilephys_tiled::{Limits, Loader};
/// let limits = Limits { cells: 10_000_000, decoded_bytes: 40 << 20, ..Limits::default() };
/// let loader = Loader::new().limits(limits);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of each file. Its text is in memory while it is read, and as a tree besides.
    pub file_bytes: usize,
    /// Bytes of the map and all tilesets and templates that it uses, each file once. Their texts are kept until the map is
    /// loaded, for messages.
    pub all_bytes: usize,
    /// Bytes that are not cells, of the map and all its files together, each file once: objects, properties and texts take
    /// up to twenty times their size.
    pub markup_bytes: usize,
    /// Elements that are not cells, of all files together: up to 1 kB each.
    pub markup_elements: usize,
    /// Tilesets and templates in files of their own, and as many images that are opened for their size.
    pub files: usize,
    /// Files within files: a map has templates, which have tilesets, whose shapes may have templates. Each is on the stack.
    pub files_deep: usize,
    /// Tags of a file, and as many attributes: up to 250 bytes each. Cells as XML elements are the only maps that have
    /// many.
    pub elements: usize,
    /// Attributes of one element, which the parser compares with each other: the time grows with the square.
    pub attributes: usize,
    /// Groups within groups. Each is on the stack: some thousands overflow it.
    pub groups_deep: usize,
    /// Properties within properties, of classes and lists. Each is on the stack.
    pub properties_deep: usize,
    /// Layers and groups of a map: some 500 bytes each, and their path.
    pub layers: usize,
    /// Bytes of the names of a layer and its groups together, of which each layer has a copy.
    pub layer_path_bytes: usize,
    /// Cells of all layers together, empty ones too: 4 bytes each in the level and some 2 in the grid. An infinite map
    /// counts its chunks.
    pub cells: usize,
    /// Bytes that data in base64 decodes and unpacks to, of all layers together; four a cell. Unpacking stops at what the
    /// layer's size asks for, so this is only met by maps whose cells are raised.
    pub decoded_bytes: usize,
    /// Bytes of what elements have from others: of a template those of its file, of the properties of tiles, classes and
    /// types about what they take. Each element has copies.
    pub inherited_bytes: usize,
    /// Squares of 64 × 64 cells of the grid, each counted for each layer that has colliding tiles there: some 12 kB
    /// each. It is maps of scattered cells that have many.
    pub chunks: usize,
    /// Colliding objects, and colliding tiles of layers whose offset is no multiple of the tile size: some 100 bytes each.
    pub loose: usize,
    /// Cells that are covered by shapes that do not fit one cell, each counted for each shape: some 20 bytes each. And as many
    /// by regions, which a grid lists likewise.
    pub covered_cells: usize,
    /// Warnings that are kept: some 500 bytes each. The last says how many are left out.
    pub warnings: usize,
    /// Points of the paths of all movers, which may share a line: 8 bytes each.
    pub path_points: usize,
}

impl Limits {
    /// The defaults.
    pub const DEFAULT: Limits = Limits {
        file_bytes: 64 << 20,
        all_bytes: 64 << 20,
        markup_bytes: 8 << 20,
        markup_elements: 200_000,
        files: 4096,
        files_deep: 8,
        elements: 1 << 19,
        attributes: 256,
        groups_deep: 64,
        properties_deep: 16,
        layers: 1 << 12,
        layer_path_bytes: 1024,
        cells: 1 << 22,
        decoded_bytes: 4 << 22,
        inherited_bytes: 8 << 20,
        chunks: 1 << 14,
        loose: 1 << 20,
        covered_cells: 1 << 22,
        warnings: 1000,
        path_points: 1 << 20,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
