//! Runtime reflection of the components that a game or an editor changes. Feature `reflect`.
//!
//! The values belong to the engine, which knows nothing of Bevy, so no derive reaches their fields. Each component shows its plain
//! numbers and flags as the fields of one struct; all else of it stays as it is. Lengths on the lattice are in 1/256 px.

use crate::components::{
    Body, BodyCollision, Category, Collider, Feel, Filter, GravityScale, Input, Interpolate, Limits,
    Position, ReportTiles, Reports, Velocity, Walk,
};
use bevy_app::App;
use bevy_ecs::reflect::ReflectComponent;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_reflect::structs::{FieldIter, Struct, StructInfo, struct_partial_eq};
use bevy_reflect::utility::NonGenericTypeInfoCell;
use bevy_reflect::{
    ApplyError, CreateTypeData, FromReflect, GetTypeRegistration, NamedField, PartialReflect, Reflect,
    ReflectCloneError, ReflectFromReflect, ReflectMut, ReflectOwned, ReflectRef, TypeInfo, TypeRegistration,
    Typed,
};
use std::any::Any;

/// Registers all reflected components.
pub(crate) fn register(app: &mut App) {
    register_values(app);
    app.register_type::<Body>().register_type::<Interpolate>().register_type::<ReportTiles>();
}

macro_rules! reflect {
    ($($name:ident($value:ident) { $($field:ident: $type:ty = $source:expr,)* })*) => {
        fn register_values(app: &mut App) {
            $(app.register_type::<$name>();)*
        }

        $(
        impl Struct for $name {
            fn field(&self, name: &str) -> Option<&dyn PartialReflect> {
                let $value = self;
                $(if name == stringify!($field) {
                    return Some(&$source);
                })*
                None
            }

            fn field_mut(&mut self, name: &str) -> Option<&mut dyn PartialReflect> {
                let $value = self;
                $(if name == stringify!($field) {
                    return Some(&mut $source);
                })*
                None
            }

            fn field_at(&self, index: usize) -> Option<&dyn PartialReflect> {
                self.field(self.name_at(index)?)
            }

            fn field_at_mut(&mut self, index: usize) -> Option<&mut dyn PartialReflect> {
                let name = [$(stringify!($field)),*].get(index)?;
                self.field_mut(name)
            }

            fn name_at(&self, index: usize) -> Option<&str> {
                [$(stringify!($field)),*].get(index).copied()
            }

            fn index_of_name(&self, name: &str) -> Option<usize> {
                [$(stringify!($field)),*].iter().position(|field| *field == name)
            }

            fn field_len(&self) -> usize {
                [$(stringify!($field)),*].len()
            }

            fn iter_fields(&self) -> FieldIter<'_> {
                FieldIter::new(self)
            }
        }

        impl Typed for $name {
            fn type_info() -> &'static TypeInfo {
                static INFO: NonGenericTypeInfoCell = NonGenericTypeInfoCell::new();
                INFO.get_or_set(|| {
                    let fields = [$(NamedField::new::<$type>(stringify!($field))),*];
                    TypeInfo::Struct(StructInfo::new::<Self>(&fields))
                })
            }
        }

        impl GetTypeRegistration for $name {
            fn get_type_registration() -> TypeRegistration {
                let mut registration = TypeRegistration::of::<$name>();
                registration.insert(<ReflectComponent as CreateTypeData<$name>>::create_type_data(()));
                registration.insert(<ReflectDefault as CreateTypeData<$name>>::create_type_data(()));
                registration.insert(<ReflectFromReflect as CreateTypeData<$name>>::create_type_data(()));
                registration
            }
        }

        impl FromReflect for $name {
            fn from_reflect(reflect: &dyn PartialReflect) -> Option<Self> {
                let mut value = $name::default();
                value.try_apply(reflect).ok()?;
                Some(value)
            }
        }

        impl PartialReflect for $name {
            fn get_represented_type_info(&self) -> Option<&'static TypeInfo> {
                Some(<Self as Typed>::type_info())
            }

            fn into_partial_reflect(self: Box<Self>) -> Box<dyn PartialReflect> {
                self
            }

            fn as_partial_reflect(&self) -> &dyn PartialReflect {
                self
            }

            fn as_partial_reflect_mut(&mut self) -> &mut dyn PartialReflect {
                self
            }

            fn try_into_reflect(self: Box<Self>) -> Result<Box<dyn Reflect>, Box<dyn PartialReflect>> {
                Ok(self)
            }

            fn try_as_reflect(&self) -> Option<&dyn Reflect> {
                Some(self)
            }

            fn try_as_reflect_mut(&mut self) -> Option<&mut dyn Reflect> {
                Some(self)
            }

            fn try_apply(&mut self, value: &dyn PartialReflect) -> Result<(), ApplyError> {
                if let Some(whole) = value.try_downcast_ref::<$name>() {
                    self.clone_from(whole);
                    return Ok(());
                }
                for (name, field) in value.reflect_ref().as_struct()?.iter_fields() {
                    if let Some(own) = self.field_mut(name) {
                        own.try_apply(field)?;
                    }
                }
                Ok(())
            }

            fn reflect_ref(&self) -> ReflectRef<'_> {
                ReflectRef::Struct(self)
            }

            fn reflect_mut(&mut self) -> ReflectMut<'_> {
                ReflectMut::Struct(self)
            }

            fn reflect_owned(self: Box<Self>) -> ReflectOwned {
                ReflectOwned::Struct(self)
            }

            fn reflect_clone(&self) -> Result<Box<dyn Reflect>, ReflectCloneError> {
                Ok(Box::new(self.clone()))
            }

            fn reflect_partial_eq(&self, value: &dyn PartialReflect) -> Option<bool> {
                match value.try_downcast_ref::<$name>() {
                    Some(other) => Some(self == other),
                    None => struct_partial_eq(self, value),
                }
            }
        }

        impl Reflect for $name {
            fn into_any(self: Box<Self>) -> Box<dyn Any> {
                self
            }

            fn as_any(&self) -> &dyn Any {
                self
            }

            fn as_any_mut(&mut self) -> &mut dyn Any {
                self
            }

            fn into_reflect(self: Box<Self>) -> Box<dyn Reflect> {
                self
            }

            fn as_reflect(&self) -> &dyn Reflect {
                self
            }

            fn as_reflect_mut(&mut self) -> &mut dyn Reflect {
                self
            }

            fn set(&mut self, value: Box<dyn Reflect>) -> Result<(), Box<dyn Reflect>> {
                *self = value.take()?;
                Ok(())
            }
        }
    )*};
}

reflect! {
    Position(value) { x: i32 = value.0.at.x, y: i32 = value.0.at.y, }
    Velocity(value) { x: f32 = value.0.0.x, y: f32 = value.0.0.y, }
    Collider(value) {
        offset_x: i32 = value.0.offset.x,
        offset_y: i32 = value.0.offset.y,
        width: i32 = value.0.size.x,
        height: i32 = value.0.size.y,
    }
    GravityScale(value) { scale: f32 = value.scale, }
    Limits(value) {
        max_speed_x: f32 = value.0.max_speed.x,
        max_speed_y: f32 = value.0.max_speed.y,
        rest_speed: f32 = value.0.rest_speed,
    }
    Filter(value) { mask: u32 = value.mask, }
    Category(value) { bits: u32 = value.0.0, }
    Reports(value) { hits: bool = value.hits, contacts: bool = value.contacts, }
    BodyCollision(value) {
        mask: u32 = value.mask,
        mass: f32 = value.mass,
        friction: f32 = value.friction,
        push_speed: f32 = value.push_speed,
        carries: u32 = value.carries,
        yields: bool = value.yields,
    }
    Walk(value) {
        floor_max_angle: f32 = value.floor_max_angle,
        stop_on_slope: bool = value.stop_on_slope,
        block_on_steep: bool = value.block_on_steep,
        step_up: f32 = value.step_up,
        slide_on_ceiling: bool = value.slide_on_ceiling,
        corner_correct_up: f32 = value.corner_correct_up,
        corner_correct_side: f32 = value.corner_correct_side,
        gap_bridge: f32 = value.gap_bridge,
        wall_retain_ticks: u8 = value.wall_retain_ticks,
        friction: f32 = value.friction,
    }
    Input(value) {
        along: f32 = value.along,
        upward: f32 = value.upward,
        jump_held: bool = value.jump.held,
        jump_pressed: bool = value.jump.pressed,
        dash_held: bool = value.dash.held,
        dash_pressed: bool = value.dash.pressed,
        grab: bool = value.grab,
    }
    Feel(value) {
        gravity: f32 = value.gravity,
        max_fall: f32 = value.max_fall,
        drop_through: bool = value.drop_through,
        run_speed: f32 = value.run.speed,
        run_accel: f32 = value.run.accel,
        run_reduce: f32 = value.run.reduce,
        run_air: f32 = value.run.air,
        jump_speed: f32 = value.jump.speed,
        jump_along: f32 = value.jump.along,
        jump_cut: f32 = value.jump.cut,
        coyote_ticks: u8 = value.jump.coyote_ticks,
        buffer_ticks: u8 = value.jump.buffer_ticks,
        var_jump_ticks: u8 = value.jump.var_jump_ticks,
        apex_speed: f32 = value.jump.apex_speed,
        apex_gravity: f32 = value.jump.apex_gravity,
        air_jumps: u8 = value.jump.air_jumps,
        friction: bool = value.friction,
    }
}
