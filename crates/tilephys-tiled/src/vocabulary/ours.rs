//! Built-in classes and enums, known without a project. `tilephys types` writes them into a project.

/// A built-in class or enum, as Tiled's Custom Types Editor shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OurType {
    /// Name, which begins with `Tp`.
    pub name: &'static str,
    /// Meaning, in a sentence.
    pub meaning: &'static str,
    /// Kind of the type.
    pub kind: OurKind,
}

/// The kind of an [`OurType`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum OurKind {
    /// An enum with one of several words, stored as text.
    Choice(&'static [&'static str]),
    /// An enum with any number of several words, each a bit from the lowest on, stored as a number. A project may have
    /// other words for the game's own bits.
    Flags(&'static [&'static str]),
    /// A class.
    Class {
        /// Elements that it is offered for, in Tiled's words.
        use_as: &'static [&'static str],
        /// Colour of its objects in Tiled, as `#AARRGGBB`.
        color: &'static str,
        /// Members, sorted by name as Tiled does.
        members: &'static [OurMember],
    },
}

/// A member of a built-in class.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OurMember {
    /// Name of the member and of its property.
    pub name: &'static str,
    /// Type and default.
    pub default: OurValue,
}

/// The default of a member.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum OurValue {
    /// A `bool`.
    Bool(bool),
    /// A `float`.
    Float(f64),
    /// An unset `file`.
    File,
    /// An unset reference to an `object`.
    Object,
    /// An empty `string`.
    Text,
    /// A value of a built-in enum.
    Choice {
        /// Name of the enum.
        of: &'static str,
        /// Value by name.
        value: &'static str,
    },
}

const fn choice(name: &'static str, meaning: &'static str, values: &'static [&'static str]) -> OurType {
    OurType { name, meaning, kind: OurKind::Choice(values) }
}

const fn class(
    name: &'static str,
    meaning: &'static str,
    color: &'static str,
    members: &'static [OurMember],
) -> OurType {
    OurType { name, meaning, kind: OurKind::Class { use_as: &["object", "tile"], color, members } }
}

const fn member(name: &'static str, default: OurValue) -> OurMember {
    OurMember { name, default }
}

const fn one_of(name: &'static str, of: &'static str, value: &'static str) -> OurMember {
    OurMember { name, default: OurValue::Choice { of, value } }
}

/// All built-in types: enums, then classes.
///
/// A missing member means its default, so that a map means the same with and without a project.
pub const OUR_TYPES: &[OurType] = &[
    choice(
        "TpCollision",
        "collision of a tile or an object: the property `collision`",
        &["none", "solid", "one_way", "hazard", "ladder", "water", "trigger", "bar"],
    ),
    choice(
        "TpDirection",
        "open side of one-way shapes, from which they block: `one_way_dir`",
        &["up", "right", "down", "left"],
    ),
    choice(
        "TpSlope",
        "slopes: `auto` makes slopes of polygons that fit their cell: `slope`",
        &["auto", "none"],
    ),
    choice(
        "TpLayerCollision",
        "collision rule of a layer or a group: `tp_collision`",
        &["auto", "off", "on", "cell"],
    ),
    OurType {
        name: "TpCategory",
        meaning: "filter bits: `category`; add and rename values as the game needs them",
        kind: OurKind::Flags(&["level", "player", "enemy", "projectile", "item"]),
    },
    choice(
        "TpLoop",
        "mode of a mover's path; `auto` is `loop` for a polygon, else `ping_pong`: `loop`",
        &["auto", "loop", "ping_pong", "once"],
    ),
    choice(
        "TpStart",
        "when a mover leaves the first point of its path: at once, with its first rider, or with a rider each time: `start`",
        &["at_once", "ridden", "ridden_each_round"],
    ),
    choice("TpEasing", "easing of a mover between points: `easing`", &["linear", "in", "out", "in_out"]),
    choice("TpBounds", "border of a map: `bounds`", &["open", "closed", "kill_below"]),
    class("TpSpawn", "start of the player", "#ff4fb286", &[member("default", OurValue::Bool(false))]),
    class("TpGoal", "end of the level", "#fff2c14e", &[member("requires", OurValue::Text)]),
    class("TpCheckpoint", "restart point of the player", "#ff7fb069", &[member("gives", OurValue::Text)]),
    class(
        "TpCollectible",
        "pick-up",
        "#ffffd23f",
        &[
            member("gives", OurValue::Text),
            member("required", OurValue::Bool(false)),
            member("requires", OurValue::Text),
        ],
    ),
    class("TpKillZone", "deadly area", "#ffd7263d", &[]),
    class(
        "TpTrigger",
        "area that reports bodies that enter and leave",
        "#ff9b5de5",
        &[member("gives", OurValue::Text)],
    ),
    class(
        "TpSpring",
        "area that throws characters: to a height in px, or at a velocity in px/s; -y is upward",
        "#ff06d6a0",
        &[
            // Zero means the velocity.
            member("height", OurValue::Float(0.0)),
            member("velocity_x", OurValue::Float(0.0)),
            member("velocity_y", OurValue::Float(-500.0)),
        ],
    ),
    class(
        "TpMover",
        "moving platform: a solid that moves along a path",
        "#ff3a86ff",
        &[
            one_of("collision", "TpCollision", "solid"),
            one_of("easing", "TpEasing", "linear"),
            one_of("loop", "TpLoop", "auto"),
            member("parent", OurValue::Object),
            member("path", OurValue::Object),
            member("speed", OurValue::Float(40.0)),
            // Zero means `speed`.
            member("speed_back", OurValue::Float(0.0)),
            one_of("start", "TpStart", "at_once"),
            member("wait", OurValue::Float(0.0)),
        ],
    ),
    class(
        "TpPatrol",
        "body that walks to and fro and turns at walls and edges, or flies along its path: an enemy",
        "#ffef476f",
        &[
            one_of("easing", "TpEasing", "linear"),
            one_of("loop", "TpLoop", "auto"),
            member("path", OurValue::Object),
            member("speed", OurValue::Float(40.0)),
            // Zero means `speed`.
            member("speed_back", OurValue::Float(0.0)),
            member("turns_at_edges", OurValue::Bool(true)),
            member("wait", OurValue::Float(0.0)),
        ],
    ),
    class(
        "TpDoor",
        "a way to another place or map",
        "#ffb5651d",
        &[
            member("requires", OurValue::Text),
            member("target", OurValue::File),
            member("target_object", OurValue::Object),
            member("two_way", OurValue::Bool(false)),
        ],
    ),
    class("TpIgnore", "object or layer that is ignored", "#ff808080", &[]),
    class(
        "TpCollider",
        "solid object or tile, unless its `collision` is set",
        "#ff8d99ae",
        &[one_of("collision", "TpCollision", "solid")],
    ),
    OurType {
        name: "TpLevel",
        meaning: "level rules: player file, gravity in px/s², border of the map",
        kind: OurKind::Class {
            use_as: &["map"],
            color: "#ff8d99ae",
            members: &[
                one_of("bounds", "TpBounds", "open"),
                member("gravity", OurValue::Float(900.0)),
                member("player", OurValue::File),
            ],
        },
    },
];

/// Names of the built-in classes.
pub(crate) fn class_names() -> impl Iterator<Item = &'static str> {
    OUR_TYPES.iter().filter(|t| matches!(t.kind, OurKind::Class { .. })).map(|t| t.name)
}
