//! The app in the canvas of a page: follows the address, and shows title and progress outside of the canvas.

use super::address::Address;
use super::browser::{self, PageFiles};
use super::controls::{Control, Controls};
use crate::app::App;
use crate::game::{Recording, Start};
use crate::source::served::{FOLDER, Fetch, Served};
use crate::source::{Source, name_of};
use eframe::egui::{
    Color32, ColorImage, Context, FontData, FontDefinitions, FontFamily, GlyphBitmap, GlyphRasterizer,
    GlyphRasterizerRequest, RasterizedGlyph, Ui, Vec2,
};
use std::path::PathBuf;
use std::time::Duration;
use tilephys::check::Severity;
use tilephys_scenes::Scene;
use wasm_bindgen::JsCast;
use web_time::Instant;

/// The map of an address without one.
const FIRST: &str = "cavern.tmx";

/// Height of a window in which the side panel is closed at first, in points.
const LOW: f64 = 500.0;

/// Part of a frame for the ticks of a fast run. The rest draws and lets the browser live.
const HURRY: Duration = Duration::from_millis(12);

/// Time from one look at the controls to the next. Readers of the screen need no more, and each look costs a part of a frame.
const CONTROLS: Duration = Duration::from_millis(250);

/// Starts the app in the element `canvas`.
pub fn start() {
    let canvas = browser::document().and_then(|document| document.get_element_by_id("canvas"));
    let Some(canvas) = canvas.and_then(|canvas| canvas.dyn_into().ok()) else {
        return browser::set_status(Some("The page has no canvas for the app."));
    };
    wasm_bindgen_futures::spawn_local(async move {
        let options = eframe::WebOptions::default();
        let create: eframe::AppCreator<'static> =
            Box::new(|context| Ok(Box::new(Page::new(&context.egui_ctx))));
        match eframe::WebRunner::new().start(canvas, options, create).await {
            Ok(()) => browser::set_status(None),
            Err(_) => browser::set_status(Some(
                "This browser does not support WebGL. Turn hardware acceleration on, or use another browser.",
            )),
        }
    });
}

/// The app and what the page shows around it.
struct Page {
    app: App,
    /// The address that was applied last.
    hash: String,
    /// Shortest address of the level that is open.
    open: String,
    /// True until the level of `hash` is open.
    is_led: bool,
    /// Recordings that are being fetched.
    recordings: PageFiles,
    /// True until the game is saved at its last tick.
    records: bool,
    /// How the last replay ended.
    outcome: Option<String>,
    title: String,
    status: Option<String>,
    /// True once the page knows that there is something to see.
    is_ready: bool,
    /// What screen readers have said last.
    spoken: String,
    /// Controls that the page has as elements, and when they were compared last.
    controls: Vec<Control>,
    compared: Instant,
    /// The map of the address, until it is open or was missed.
    asked: Option<PathBuf>,
    /// The line about a map that was missed, until the first one is open in its place.
    missed: Option<String>,
}

impl Page {
    fn new(ctx: &Context) -> Page {
        crate::app::set_up(ctx);
        ctx.add_plugin(Controls::default());
        set_fonts(ctx);
        let files = PageFiles::new(ctx);
        let mut app = App::new(Box::new(Served::new(files)));
        app.own_buttons = buttons;
        // A phone has no room for panels beside the level.
        app.panels.is_open = browser::is_low(LOW).then_some(false);
        if browser::has_fingers() {
            app.touch.appear();
        }
        let recordings = PageFiles::new(ctx);
        let (title, hash) = (String::new(), browser::hash());
        let mut page = Page {
            app,
            hash,
            open: String::new(),
            is_led: true,
            recordings,
            records: false,
            outcome: None,
            title,
            status: None,
            is_ready: false,
            spoken: String::new(),
            controls: Vec::new(),
            compared: Instant::now(),
            asked: None,
            missed: None,
        };
        page.go(Address::parse(&page.hash));
        page
    }

    /// Opens what an address names.
    fn go(&mut self, address: Address) {
        let Address { map, feet, scene, replay, script, record, wrong, is_fast } = address;
        if let Some(name) = wrong {
            self.app.notices.fail(no_map(&name));
        }
        self.records = record.is_some();
        (self.is_led, self.outcome) = (true, None);
        self.app.hurry = if is_fast { HURRY } else { Duration::ZERO };
        self.app.is_scripted = script.is_some() || is_fast;
        self.app.script = None;
        self.app.stop_at = record;
        match script {
            Some(Ok(script)) => {
                self.app.stop_at = Some(script.keys().count() as u32);
                self.app.script = Some(script);
            }
            Some(Err(error)) => self.app.notices.fail(format!("script of the address: {error}")),
            None => {}
        }
        match (replay, scene) {
            (Some(path), _) => self.recordings.begin(&path),
            (None, Some(name)) => match Scene::named(&name) {
                Some(scene) => self.app.open_scene(scene, Vec::new()),
                None => self.app.notices.fail(format!("unknown scene {name:?}")),
            },
            (None, None) => {
                self.asked.clone_from(&map);
                let map = map.unwrap_or_else(|| PathBuf::from(FOLDER).join(FIRST));
                self.app.open(map, Start { feet, ..Start::default() });
            }
        }
    }

    fn follow_address(&mut self) {
        let hash = browser::hash();
        if hash != self.hash {
            self.hash = hash;
            self.go(Address::parse(&self.hash));
        }
        for (path, content) in self.recordings.arrived() {
            let recording = content
                .and_then(|content| Recording::from_bytes(&content).map_err(|error| error.to_string()))
                .map_err(|error| format!("{}: {error}", path.display()));
            match recording {
                Ok(recording) => {
                    self.app.open_recording(recording);
                }
                Err(error) => self.app.notices.fail(error),
            }
        }
    }

    /// The address names the map or scene that is open, so that it can be copied.
    fn lead_address(&mut self) {
        let Some(session) = self.app.session.as_ref().filter(|_| self.app.opening().is_none()) else {
            return;
        };
        let open = match &session.scene {
            Some(scene) => Address::of_scene(&scene.name),
            None => Address::of(&session.map, None).unwrap_or_default(),
        };
        if open != self.open {
            // An address that has led here may say more.
            if !std::mem::take(&mut self.is_led) {
                browser::set_hash(&open);
                self.hash.clone_from(&open);
            }
            self.open = open;
        }
    }

    fn show_title(&mut self) {
        let title = self.title();
        if title != self.title {
            if let Some(document) = browser::document() {
                document.set_title(&title);
            }
            self.title = title;
        }
    }

    fn title(&mut self) -> String {
        let Some(session) = &self.app.session else { return "tilephys".to_owned() };
        let mut parts = Vec::new();
        if let Some(report) = &session.report {
            parts.push(format!("checked: {} errors", report.count(Severity::Error)));
        }
        let is_test =
            session.clock.is_scripted || self.app.stop_at.is_some_and(|end| end <= session.game.tick());
        if is_test {
            parts.push(format!("tick {}, hash {:016x}", session.game.tick(), session.game.hash()));
        }
        let ended =
            self.app.notices.shown().find(|notice| notice.is_error || notice.text.starts_with("replayed"));
        if let Some(ended) = ended {
            self.outcome = Some(ended.text.clone());
        }
        parts.extend(self.outcome.clone().filter(|_| session.clock.is_scripted));
        format!("{} - {} - tilephys", name_of(&session.map), parts.join(", "))
    }

    /// Saves the game that has come to the tick of the address.
    fn save_at_end(&mut self) {
        let tick = self.app.session.as_ref().map(|session| session.game.tick());
        if self.records && tick.is_some() && tick == self.app.stop_at {
            self.records = false;
            let saved = self.app.recording().and_then(|content| browser::save("game.tprec", &content));
            if let Err(error) = saved {
                self.app.notices.fail(error);
            }
        }
    }

    /// Says that the map of the address is not there, and opens the first one instead.
    fn miss_map(&mut self) {
        if self.app.opening().is_some() {
            return;
        }
        let Some(map) = self.asked.take() else { return };
        let is_open = self.app.session.as_ref().is_some_and(|session| session.map == map);
        if is_open || self.app.source.has_file(&map) {
            return;
        }
        let name = map.strip_prefix(FOLDER).unwrap_or(&map).display().to_string();
        self.app.notices.clear();
        if self.app.session.is_none() {
            self.app.open(PathBuf::from(FOLDER).join(FIRST), Start::default());
        }
        self.missed = Some(no_map(&name));
    }

    /// The page shows its text until there is a level, or an error in its place.
    fn tell_ready(&mut self) {
        let has_error = self.app.notices.shown().any(|notice| notice.is_error);
        if !self.is_ready && (self.app.session.is_some() || has_error) {
            self.is_ready = true;
            browser::tell_ready();
        }
        // The error of a missed map would go with the load of the first one.
        if self.app.opening().is_none()
            && let Some(line) = self.missed.take()
        {
            self.app.notices.fail(line);
        }
    }

    /// Gives screen readers the last line for the reader, and the thing that has the focus of the keyboard.
    fn speak(&mut self, ctx: &Context) {
        let focused =
            ctx.output(|output| output.events.last().map(|event| event.widget_info().description()));
        let notice = self.app.notices.shown().last().map(|notice| notice.text.clone());
        let Some(spoken) = focused.or(notice).filter(|spoken| *spoken != self.spoken) else { return };
        browser::set_spoken(&spoken);
        self.spoken = spoken;
    }

    /// Keeps the elements of the page like the controls, and passes on what was asked of them.
    fn show_controls(&mut self, ctx: &Context) {
        if self.compared.elapsed() < CONTROLS {
            return;
        }
        self.compared = Instant::now();
        let plugin = ctx.plugin::<Controls>();
        let controls = plugin.lock().list();
        let changed = (controls != self.controls).then_some(controls.as_slice());
        for (id, number) in browser::show_controls(changed) {
            plugin.lock().ask(id, number);
        }
        self.controls = controls;
    }

    /// Shows how many files are still to come.
    fn show_status(&mut self) {
        let awaited = self.app.source.awaited().len();
        let status = self
            .app
            .opening()
            .filter(|_| self.app.source.lack().is_none())
            .map(|map| format!("{}: {awaited} files to come", name_of(map)));
        if status != self.status {
            browser::set_status(status.as_deref());
            self.status = status;
        }
    }
}

impl eframe::App for Page {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.follow_address();
        self.app.ui(ui);
        self.lead_address();
        self.show_title();
        self.show_status();
        self.miss_map();
        self.tell_ready();
        self.speak(ui.ctx());
        self.show_controls(ui.ctx());
        self.save_at_end();
    }
}

/// The line about a name in the address that is no map of the page, with its remedy.
fn no_map(name: &str) -> String {
    format!(
        "the address asks for the map {name:?}, which this page does not have; the menu at the upper left lists its maps, and \
         your own is opened by dropping it"
    )
}

/// Buttons for files, which a page cannot reach by itself.
fn buttons(app: &mut App, ui: &mut Ui) {
    let open = ui.button("open");
    if open
        .on_hover_text("A .tmx with its tilesets and images, or a .zip of them; also by dropping")
        .clicked()
    {
        browser::choose_files();
    }
    if app.session.is_some() && ui.button("record").on_hover_text("Saves the game as a recording").clicked() {
        let saved = app.recording().and_then(|content| browser::save("game.tprec", &content));
        if let Err(error) = saved {
            app.notices.fail(error);
        }
    }
    if app.session.is_some()
        && ui.button("copy link").on_hover_text("To this map and the place of the hero").clicked()
    {
        copy_link(app, ui);
    }
    ui.separator();
}

/// Copies the address of the map with the place of the hero.
fn copy_link(app: &mut App, ui: &Ui) {
    let Some(session) = &app.session else { return };
    let feet =
        session.hero(1.0).map(|hero| hero.min + tilephys::glam::Vec2::new(hero.size.x / 2.0, hero.size.y));
    let hash = match &session.scene {
        Some(scene) => Some(Address::of_scene(&scene.name)),
        None => Address::of(&session.map, feet),
    };
    match hash {
        Some(hash) => {
            ui.ctx().copy_text(browser::address_with(&hash));
            app.notices.say("link copied".to_owned());
        }
        None => app.notices.fail("a dropped map is only on this device, so no link leads to it".to_owned()),
    }
}

/// A font of a few signs for the height of lines. All letters are drawn by the browser with its own fonts, because an
/// embedded font is a twelfth of the page.
fn set_fonts(ctx: &Context) {
    let mut fonts = FontDefinitions::empty();
    let name = "signs";
    fonts.font_data.insert(name.to_owned(), FontData::from_static(epaint_default_fonts::EGUI_ICONS).into());
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec![name.to_owned()]);
    }
    ctx.set_fonts(fonts);
    ctx.add_glyph_rasterizer(GlyphRasterizer::new("tilephys_play::spaces", space));
}

/// A space of usual width, which eframe does not ask the browser for.
fn space(request: &GlyphRasterizerRequest<'_>) -> Option<RasterizedGlyph> {
    let number = match request.cluster {
        " " | "\u{a0}" => 1.0,
        "\u{2009}" | "\u{202f}" => 0.5,
        "\t" => 4.0,
        _ => return None,
    };
    let width = if *request.family == FontFamily::Monospace { 0.6 } else { 0.3 };
    let image = ColorImage::filled([1, 1], Color32::TRANSPARENT);
    let bitmap = GlyphBitmap { image, offset_px: Vec2::ZERO, is_color: false };
    Some(RasterizedGlyph { bitmap, advance_px: request.font_size_px * width * number })
}
