//! Our own classes and enums, of which the loader knows without a project, and which `tilephys types` writes into one.

/// A class or an enum of ours, as Tiled's Custom Types Editor has it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OurType {
    /// Its name, which begins with `Tp`.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub meaning: &'static str,
    /// What it is.
    pub kind: OurKind,
}

/// What an [`OurType`] is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum OurKind {
    /// A choice of one of several words, stored as text.
    Choice(&'static [&'static str]),
    /// Any number of several words, each a bit from the lowest on, stored as a number. A project may have other words:
    /// they are the game's.
    Flags(&'static [&'static str]),
    /// A class.
    Class {
        /// The elements that it is offered for: Tiled's words for them.
        use_as: &'static [&'static str],
        /// How Tiled shows its objects, as `#AARRGGBB`.
        color: &'static str,
        /// Its members, sorted by name as Tiled does.
        members: &'static [OurMember],
    },
}

/// A member of a class of ours.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OurMember {
    /// Its name, which is that of the property.
    pub name: &'static str,
    /// Its type and its default.
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
    /// A `file`, not set.
    File,
    /// A reference to an `object`, not set.
    Object,
    /// A value of one of our enums.
    Choice {
        /// The enum.
        of: &'static str,
        /// The value.
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

/// All of them: enums, then classes.
///
/// A default is what a class is without its member, so that a map means the same with a project and without.
pub const OUR_TYPES: &[OurType] = &[
    choice(
        "TpCollision",
        "what a collider is to a body: the property `collision`",
        &["none", "solid", "one_way", "hazard", "ladder", "water", "trigger"],
    ),
    choice(
        "TpDirection",
        "the side from which one-way lines block: `one_way_dir`",
        &["up", "right", "down", "left"],
    ),
    choice(
        "TpSlope",
        "whether a polygon that could be a slope of its cell becomes one: `slope`",
        &["auto", "none"],
    ),
    choice(
        "TpLayerCollision",
        "whether a layer or a group takes part in collisions: `tp_collision`",
        &["auto", "off", "on", "cell"],
    ),
    OurType {
        name: "TpCategory",
        meaning: "filter bits: `category`; add and rename values as the game needs them",
        kind: OurKind::Flags(&["level", "player", "enemy", "projectile", "item"]),
    },
    choice(
        "TpLoop",
        "what a mover does at the end of its path; `auto` is `loop` for a polygon, else `ping_pong`: `loop`",
        &["auto", "loop", "ping_pong", "once"],
    ),
    choice("TpEasing", "how a mover leaves and reaches points: `easing`", &["linear", "in", "out", "in_out"]),
    choice("TpBounds", "what is at the border of a map: `bounds`", &["open", "closed", "kill_below"]),
    class("TpSpawn", "where the player may start", "#ff4fb286", &[member("default", OurValue::Bool(false))]),
    class("TpGoal", "where the level ends", "#fff2c14e", &[]),
    class("TpCheckpoint", "where the player starts again", "#ff7fb069", &[]),
    class(
        "TpCollectible",
        "what a character takes",
        "#ffffd23f",
        &[member("required", OurValue::Bool(false))],
    ),
    class("TpKillZone", "what costs a character its life", "#ffd7263d", &[]),
    class("TpTrigger", "a place of which the game hears who comes and goes", "#ff9b5de5", &[]),
    class(
        "TpMover",
        "a solid that moves along a path",
        "#ff3a86ff",
        &[
            one_of("collision", "TpCollision", "solid"),
            one_of("easing", "TpEasing", "linear"),
            one_of("loop", "TpLoop", "auto"),
            member("parent", OurValue::Object),
            member("path", OurValue::Object),
            member("speed", OurValue::Float(40.0)),
            // As `speed`.
            member("speed_back", OurValue::Float(0.0)),
            member("wait", OurValue::Float(0.0)),
        ],
    ),
    class(
        "TpDoor",
        "a way to another place or map",
        "#ffb5651d",
        &[member("target", OurValue::File), member("target_object", OurValue::Object)],
    ),
    class("TpIgnore", "what tools leave alone", "#ff808080", &[]),
    class(
        "TpCollider",
        "an object or tile that is solid, unless it says otherwise",
        "#ff8d99ae",
        &[one_of("collision", "TpCollision", "solid")],
    ),
    OurType {
        name: "TpLevel",
        meaning: "a level: who plays it, its gravity in px/s² and what is at its border",
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

/// The names of our classes.
pub(crate) fn class_names() -> impl Iterator<Item = &'static str> {
    OUR_TYPES.iter().filter(|t| matches!(t.kind, OurKind::Class { .. })).map(|t| t.name)
}
