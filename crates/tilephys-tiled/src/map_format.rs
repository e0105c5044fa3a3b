//! Reference of the properties, shapes and classes of Tiled maps that the loader reads.
//!
//! # What collides
//!
//! A tile collides if it has shapes in Tiled's Tile Collision Editor, or if the property
//! `collision` sets it. The value is `none`, `solid`, `one_way`, `hazard`, `ladder`, `water` or `trigger`. The property
//! may be set on the shape, the tile, its tileset, the layer, a group or the map. The nearest element wins, the shape
//! first. An object collides if its own `collision`, or the value of its layer or a group, says so. An object that
//! shows a tile has the shapes of the tile. `tp_collision` (`auto`, `off`, `on`, `cell`) on a layer or group keeps it
//! out of the grid (`off`), or makes everything without a `collision` solid (`on`). With `cell`, each tile without
//! shapes also fills its cell, whatever the size of its image. `collision`, `collides`, `solid` and `one_way` as `bool`, and the
//! class `one-way`, are read too. A near miss of one of these names is a [`Warning`], and so is a map in which nothing
//! collides. [`Level::why`] returns the setting that won and its place in the files.
//!
//! Maps of other games use names for collision: names of layers, properties and classes. [`Conventions`] is a table of
//! such names, and a loader has the names that many games use ([`Conventions::common`]). Each layer is read by itself,
//! and a property of tilephys wins over any row. The map property `tp_conventions` (`common`, `none`) or
//! [`Loader::conventions`] with an empty table turns the table off. [`Level::conventions`] has the rows that took effect.
//!
//! Parts with `hazard`, `ladder`, `water` or `trigger` block no body. These parts are sensors (trigger areas) in
//! [`Level::regions`], outside of the grid. Sensors report overlaps once the game has added them to its world. Adjacent
//! tiles are merged into few regions. A tile may have both solid shapes and regions.
//!
//! # Shapes
//!
//! | in Tiled | in the grid |
//! | --- | --- |
//! | a rectangle over the whole cell, or a solid tile without shapes | a full tile |
//! | another rectangle, within the cell or larger | a box |
//! | a triangle or trapezoid from one side of the cell to the other | a slope, unless the property `slope` is `none` |
//! | another polygon, a turned rectangle | itself; cut into convex ones if it bends inward or has more than 8 corners |
//! | an ellipse, a capsule | the octagon around it, whose corners are 8.24 % of the radius outside |
//! | several shapes | all of them |
//! | a polyline, a rectangle without width or height | a wall of 1/256 px for each piece, solid from both sides |
//! | a point, a text | nothing: they are marks |
//!
//! A polygon that crosses itself, or with more than 128 corners, is an error. A colliding shape without area, which a
//! single click in Tiled creates, is left out with a [`Warning`]. With `one_way` (jump-through), the edges that face
//! the open side are lines that block from that side only. So are the pieces of a polyline. The open side is
//! `one_way_dir` (`up`, `right`, `down`, `left`; `up` by default). A tile without shapes has its whole edge on that
//! side.
//!
//! Flipping or rotating a tile in a layer also flips or rotates its shapes, its one-way side and its conveyor.
//! `one_way_fixed` (`bool`) keeps the side. Values set on a layer, a group or the map are relative to the map and stay.
//! Tiles larger than the cell, and tiles that their tileset scales to it, collide where they are drawn. Objects collide
//! where they are drawn, as shapes off the grid.
//!
//! # Categories and materials
//!
//! All tiles have the category 1, with which bodies collide by default. The `int` property `category` (filter bits)
//! sets another, on the same elements as `collision`; the nearest element wins. So it does for the material: `friction`
//! (1), `restitution` (0), `conveyor` (0, in px/s toward the right) as numbers, and `surface`, a name whose number is
//! in [`Level::surfaces`]. Shapes of a tile with different materials are several kinds of the grid: see
//! [`Level::kinds_of_cell`]. The category of a kind of tile is fixed once it is in the grid. To change it at run time,
//! add a kind with the same `user` number by [`TileGrid::add_tile`](tilephys_core::TileGrid::add_tile), and place this
//! kind.
//!
//! The player starts at an object of class `TpSpawn`, a point or a rectangle: see [`Level::spawn`].
//!
//! An object of class `TpMover` is a moving platform (a kinematic solid). Movers are not in the grid but in
//! [`Level::movers`], with the path that the property `path` names and the settings of [`MoverPath`]. A mover is solid
//! unless `collision` is `one_way`. Objects of the classes `TpCollectible`, `TpKillZone`, `TpGoal`, `TpCheckpoint`,
//! `TpDoor`, `TpTrigger` and `TpSpring` are in [`Level::regions`].
//!
//! # Classes and enums
//!
//! A map file has only the values that differ from the defaults of a class. The defaults, and the values of enums, come
//! from the Tiled project, which the [`Loader`] finds and reads. [`Properties`] in a [`Level`] equal what Tiled shows.
//! The element itself comes first, then its template, then the tile that an object shows, then the default of its
//! class. The class may also come from the template or the tile. Unset members of class properties have their defaults.
//! [`Property::origin`] names the source of a value, [`Property::file`] and [`Property::position`] its place.
//! [`Property::choice`] is the value of an enum by name and by number, however it is stored. Collision settings are
//! read from these resolved properties, so a class of the game with a member `collision` collides. `category` may be
//! words of the flags enum `TpCategory`.
//!
//! [`OUR_TYPES`] are known without a project, with the same defaults, unless a project has types of these names. An
//! unknown type of a property is a [`Warning`]. An unknown class is a warning only if properties have types and no
//! project exists. A value that its enum does not have is a warning too; in a type of [`OUR_TYPES`] it is an error.
//! Types within lists, new in Tiled 1.12, are not resolved.
//!
//! Objects of the other built-in classes are [`Level::marks`], as typed values: `TpSpawn`, `TpGoal`, `TpCheckpoint`,
//! `TpCollectible` (`required`), `TpKillZone`, `TpTrigger`, `TpSpring` (`height` in px, or `velocity_x` and `velocity_y` in
//! px/s), `TpDoor` (`target`, a file, `target_object`, and `two_way`). `TpPatrol` has `speed`, `turns_at_edges` and a path as
//! movers have it. A reference to a missing object is an error. An object, layer or group of class `TpIgnore` is left out. A
//! map of class `TpLevel` has [`Level::rules`]. Unknown classes are passed on unchanged.
//!
//! `gives` of a `TpCollectible`, `TpCheckpoint` or `TpTrigger`, and `requires` of a `TpCollectible`, `TpGoal` or `TpDoor`, name tokens, such as
//! keys, separated by commas. A solid object or a tile layer with `requires` is one of [`Level::gates`]; a group or an object layer gives its
//! `requires` to all that is in it.

#[cfg(doc)]
use crate::{Conventions, Level, Loader, MoverPath, OUR_TYPES, Properties, Property, Warning};
