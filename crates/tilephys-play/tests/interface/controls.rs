//! The list of controls that a page gives to readers of the screen: complete, and its things can be clicked and set.

use super::map;
use eframe::egui::{Context, Pos2, RawInput, Rect, vec2};
use tilephys_play::app::App;
use tilephys_play::game::Start;
use tilephys_play::panels::Tab;
use tilephys_play::source::DiskSource;
use tilephys_play::web::controls::{Control, Controls};

/// A window as a page has it, without the harness, which takes the tree for itself.
struct Page {
    ctx: Context,
    app: App,
}

impl Page {
    fn new() -> Page {
        let ctx = Context::default();
        tilephys_play::app::set_up(&ctx);
        ctx.add_plugin(Controls::default());
        let mut app = App::new(Box::new(DiskSource::default()));
        app.is_scripted = true;
        app.open(map("yard.tmx"), Start::default());
        app.panels.open(Tab::Feel);
        let mut page = Page { ctx, app };
        page.frames();
        page
    }

    fn frames(&mut self) {
        for _ in 0..3 {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
            let input = RawInput { screen_rect, ..RawInput::default() };
            let mut output = self.ctx.run_ui(input, |ui| self.app.ui(ui));
            output.textures_delta.clear();
        }
    }

    fn find(&self, role: &str, name: &str) -> Control {
        let list = self.ctx.plugin::<Controls>().lock().list();
        let found = list.iter().find(|control| control.role == role && control.name == name);
        found.unwrap_or_else(|| panic!("no {role} {name:?} in {list:?}")).clone()
    }

    fn ask(&mut self, id: u64, number: Option<f64>) {
        self.ctx.plugin::<Controls>().lock().ask(id, number);
        self.frames();
    }
}

#[test]
fn buttons_are_listed_and_clicked() {
    let mut page = Page::new();
    let pause = page.find("button", "pause");
    page.ask(pause.id, None);
    assert!(page.app.session.as_ref().is_some_and(|session| session.clock.is_paused));
    page.find("button", "play");
    let objects = page.find("button", "objects");
    assert_eq!(objects.state, "false");
    page.ask(objects.id, None);
    assert_eq!(page.find("button", "objects").state, "true");
}

#[test]
fn sliders_have_a_name_and_a_range_and_are_set() {
    let mut page = Page::new();
    let gravity = page.find("slider", "gravity");
    let [least, greatest] = gravity.range.expect("a range");
    let now: f64 = gravity.state.parse().expect("a number");
    assert!(least <= now && now <= greatest && least < greatest, "{gravity:?}");
    page.ask(gravity.id, Some(greatest / 2.0));
    let after: f64 = page.find("slider", "gravity").state.parse().expect("a number");
    assert!((after - greatest / 2.0).abs() < greatest / 50.0, "{after}");
}
