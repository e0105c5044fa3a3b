//! Components as an editor changes them, by the names of types and fields.

use crate::stage::{app, floor, tick};
use bevy_ecs::prelude::AppTypeRegistry;
use bevy_ecs::reflect::ReflectComponent;
use bevy_reflect::structs::DynamicStruct;
use bevy_reflect::{FromReflect, PartialReflect};
use tilephys_bevy::{Body, Collider, Feel, GravityScale, Position, Velocity};

#[test]
fn fields_that_an_editor_sets_move_a_body() {
    let mut app = app(floor());
    let still = GravityScale(tilephys_columns::Gravity { scale: 0.0 });
    let body = app.world_mut().spawn((Body, Collider::new(8.0, 8.0), Position::new(40.0, 20.0), still)).id();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let set = |app: &mut bevy_app::App, component: &str, field: &str, value: &dyn PartialReflect| {
        let registration = registry.get_with_short_type_path(component).expect("the plugin registers it");
        let reflected = registration.data::<ReflectComponent>().expect("it is a component");
        let entity = app.world_mut().entity_mut(body);
        let mut present = reflected.reflect_mut(entity).expect("the body has it");
        let fields = present.reflect_mut().as_struct().expect("it has fields");
        fields.field_mut(field).expect("it has the field").apply(value);
    };
    set(&mut app, "Velocity", "x", &60.0_f32);
    // On the lattice, in 1/256 px.
    set(&mut app, "Position", "y", &(30 * 256_i32));
    tick(&mut app);
    let position = app.world().get::<Position>(body).expect("a body has one");
    assert_eq!(position.px(), [41.0, 30.0]);
    set(&mut app, "GravityScale", "scale", &1.0_f32);
    tick(&mut app);
    let [along, down] = app.world().get::<Velocity>(body).expect("a body has one").px();
    assert_eq!([along, down.round()], [60.0, 15.0]);
}

#[test]
fn a_value_of_some_fields_has_defaults_in_the_others() {
    let mut fields = DynamicStruct::default();
    fields.insert("jump_speed", 123.0_f32);
    let mut expected = Feel::default();
    expected.jump.speed = 123.0;
    assert_eq!(Feel::from_reflect(&fields), Some(expected));
    fields.insert("coyote_ticks", "many".to_owned());
    assert_eq!(Feel::from_reflect(&fields), None);
}
