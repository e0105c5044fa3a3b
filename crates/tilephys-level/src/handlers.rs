//! Class handlers: the components that the game gives to the objects of a class.

use crate::error::LevelError;
use glam::Vec2;
use hecs::EntityBuilder;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tilephys_ecs::{Collider, Feel, Gravity, Input, MotionMode, MoverPath, Patrol, Position, Velocity};
use tilephys_objects::PathFault;
use tilephys_tiled::{Level, LevelPatrol, Mark, Object};

/// Handler of a class.
type Handler = dyn Fn(LevelObject<'_>, &mut EntityBuilder) + Send + Sync;

/// Handlers by class: each adds components to the entities of the objects of its class.
///
/// A handler runs when its object is spawned, when a [reload](crate::SpawnedLevel::reload) brings a new or changed object, and
/// when a [snapshot](crate::SpawnedLevel::restore) brings its entity back. Its components replace equal ones of the entity,
/// except values of a snapshot. A handler that panics is a [`LevelError::Handler`], unless the
/// program aborts on panics.
///
/// One value serves all levels of a game; clones share the handlers.
///
/// ```
/// use hecs::{EntityBuilder, World};
/// use tilephys_level::{ClassHandlers, LevelObject};
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
/// #  <objectgroup id="1" name="things"><object id="1" class="Crate" x="32" y="96" width="16" height="16"/>
/// #  <object id="2" class="Bat" x="8" y="8"><point/><properties><property name="hp" type="int" value="3"/></properties></object></objectgroup>
/// # </map>"#;
/// # let files = |_: &std::path::Path| Ok(map.to_vec());
/// # let mut level = tilephys_tiled::load_from(&files, "cave.tmx")?;
///
/// struct Health(f32);
/// fn bat(object: LevelObject, entity: &mut EntityBuilder) {
///     entity.add_bundle(tilephys_level::body_at(object.feet(), glam::vec2(12.0, 8.0)));
///     entity.add(Health(object.number("hp", 1.0)));
/// }
///
/// let handlers = ClassHandlers::new()
///     .on_class("Crate", |object, entity| _ = entity.add_bundle(object.body()))
///     .on_class("Bat", bat);
/// let mut world = World::new();
/// let (mut physics, spawned) = handlers.begin(&mut level, &mut world, 1.0 / 60.0)?;
/// physics.step(&mut world, 1.0 / 60.0);
///
/// assert_eq!(physics.len(), 2);
/// let bat = spawned.of_class("Bat")[0];
/// assert_eq!(world.get::<&Health>(bat)?.0, 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct ClassHandlers {
    by_class: BTreeMap<String, Arc<Handler>>,
}

/// An object of a level, as a class handler gets it. It dereferences to the [`Object`].
#[derive(Clone, Copy, Debug)]
pub struct LevelObject<'a> {
    /// Level of the object, to find other objects that it refers to.
    pub level: &'a Level,
    /// The object.
    pub object: &'a Object,
}

impl Deref for LevelObject<'_> {
    type Target = Object;

    fn deref(&self) -> &Object {
        self.object
    }
}

impl LevelObject<'_> {
    /// Components of a body at rest whose box is the object before rotation. A point, polygon or polyline has no such
    /// box: use [`body_at`].
    #[must_use]
    pub fn body(&self) -> (Position, Velocity, Collider) {
        let Object { position, size, .. } = *self.object;
        (Position::from_px(position), Velocity::default(), Collider::new(size.x, size.y))
    }
}

/// Components of a body at rest of `size` that stands with the middle of its lower edge at `feet`, in pixels.
#[must_use]
pub fn body_at(feet: impl Into<[f32; 2]>, size: impl Into<[f32; 2]>) -> (Position, Velocity, Collider) {
    let (feet, size) = (Vec2::from(feet.into()), Vec2::from(size.into()));
    let corner = feet - Vec2::new(size.x / 2.0, size.y);
    (Position::from_px(corner), Velocity::default(), Collider::new(size.x, size.y))
}

/// Components that handlers add, by the ids of the objects.
pub(crate) type Additions = BTreeMap<u32, EntityBuilder>;

impl ClassHandlers {
    /// No handlers.
    #[must_use]
    pub fn new() -> Self {
        ClassHandlers::default()
    }

    /// Sets the handler of a class, which may be a class of the game or a built-in one. A second handler of a class
    /// replaces the first. If no object of a level has the class, but one has nearly its name, the spawning of the level warns of
    /// that through the crate `log`. The engine gives a body its id at once, in the order of the map.
    #[must_use]
    pub fn on_class(
        mut self,
        class: impl Into<String>,
        handler: impl Fn(LevelObject<'_>, &mut EntityBuilder) + Send + Sync + 'static,
    ) -> Self {
        self.by_class.insert(class.into(), Arc::new(handler));
        self
    }

    /// Classes that have a handler.
    pub(crate) fn classes(&self) -> BTreeSet<String> {
        self.by_class.keys().cloned().collect()
    }

    /// Warns of handlers for a class that no object of a level has, but nearly one.
    pub(crate) fn warn_of_misspelt(&self, level: &Level) {
        for class in self.by_class.keys() {
            let Some(object) = level.object_of_class_like(class) else { continue };
            let line = level.locator().object(object.id).map(|element| element.position().line);
            let at = line.map_or(String::new(), |line| format!(":{line}"));
            log::warn!(
                "{}{at}: object {} has the class {:?}, but the game has a handler for {class:?}, which no object has; one of \
                 the two is probably misspelt",
                level.path.display(),
                object.id,
                object.class
            );
        }
    }

    /// Runs the handlers for the objects of a level whose ids pass `which`, in the order of the map.
    pub(crate) fn run(
        &self,
        level: &Level,
        dt: f32,
        which: impl Fn(u32) -> bool,
    ) -> Result<Additions, LevelError> {
        let mut additions = Additions::new();
        for object in level.objects.iter().filter(|object| which(object.id)) {
            additions.extend(self.run_one(level, object, dt)?.map(|addition| (object.id, addition)));
        }
        Ok(additions)
    }

    /// Components of an object by its class: of a patrol, and of the handler, which may replace them. `None` without any.
    pub(crate) fn run_one(
        &self,
        level: &Level,
        object: &Object,
        dt: f32,
    ) -> Result<Option<EntityBuilder>, LevelError> {
        let patrol = level.mark(object.id).and_then(Mark::patrol);
        let mut entity = EntityBuilder::new();
        if let Some(patrol) = patrol {
            add_patrol(LevelObject { level, object }, patrol, dt, &mut entity)?;
        }
        let Some(handler) = self.by_class.get(&object.class) else { return Ok(patrol.map(|_| entity)) };
        // The builder is dropped after a panic, and the game's own state is behind shared references.
        let run = AssertUnwindSafe(|| handler(LevelObject { level, object }, &mut entity));
        let result = catch_unwind(run).map(|()| Some(entity));
        result.map_err(|panic| LevelError::Handler {
            file: level.path.clone(),
            object: object.id,
            class: object.class.clone(),
            message: message(&*panic).to_owned(),
        })
    }
}

/// Adds the components of a patrol: a flyer on its path, or a walker.
fn add_patrol(
    object: LevelObject<'_>,
    patrol: &LevelPatrol,
    dt: f32,
    entity: &mut EntityBuilder,
) -> Result<(), LevelError> {
    entity.add_bundle(object.body());
    let Some(path) = &patrol.path else {
        let mut feel = Feel::default();
        feel.run.speed = patrol.speed;
        entity.add_bundle((feel, Input::default()));
        entity.add(Patrol { turns_at_edges: patrol.turns_at_edges, ..Patrol::default() });
        return Ok(());
    };
    let path = path.path(dt).map_err(|fault| PathFault {
        file: object.level.path.clone(),
        object: object.id,
        fault,
    })?;
    entity.add_bundle((MoverPath::new(path), Gravity::NONE, MotionMode::Floating));
    Ok(())
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panicked without a message")
}

impl fmt::Debug for ClassHandlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.by_class.keys()).finish()
    }
}
