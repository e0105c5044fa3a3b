//! The window.

use super::args::{self, Args};
use super::opened::Opened;
use super::picture;
use eframe::egui::{self, ViewportCommand};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use tilephys_play::app::App;
use tilephys_play::source::DiskSource;

/// The app in its window.
struct Window {
    app: App,
    args: Args,
    /// Frames shown with a level.
    frames: u32,
    #[cfg(feature = "gamepad")]
    gamepads: Option<tilephys_play::input::Gamepads>,
    /// Where the picture of the last frame arrives.
    picture: Option<Receiver<std::sync::Arc<egui::ColorImage>>>,
    /// Result of the run, which is left when the window has closed.
    outcome: std::sync::Arc<std::sync::Mutex<Result<(), String>>>,
}

/// Opens the window and shows it until it is closed.
pub(super) fn run(opened: Opened) -> Result<ExitCode, String> {
    let Opened { args, start, script, recording } = opened;
    let mut app = App::new(Box::new(DiskSource::default()));
    app.is_scripted = args.frames.is_some();
    app.script = script;
    app.record_to.clone_from(&args.record);
    for name in &args.show {
        let shown = app.overlays.switch(name).ok_or_else(|| format!("unknown overlay {name:?}"))?;
        *shown = true;
    }
    if let Some(path) = &args.preset {
        *app.panels.preset_path() = path.display().to_string();
    }
    if let Some(name) = &args.panel {
        app.panels.open_named(name).ok_or_else(|| format!("unknown panel {name:?}"))?;
    }
    app.root = args::root();
    match (recording, &args.scene) {
        (_, Some(name)) => {
            let scene = args::scene(name)?;
            app.open_scene(&scene, Vec::new());
        }
        (Some(mut recording), _) => {
            recording.map = args.map.clone().unwrap_or(recording.map);
            app.open_recording(recording);
        }
        (None, None) => app.open_path(&args.map(), start),
    }
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_inner_size(args.size).with_app_id("tilephys-play"),
        ..eframe::NativeOptions::default()
    };
    let outcome = std::sync::Arc::new(std::sync::Mutex::new(Ok(())));
    #[cfg(feature = "gamepad")]
    let gamepads = match tilephys_play::input::Gamepads::new() {
        Ok(gamepads) => Some(gamepads),
        Err(error) => {
            app.notices.fail(error);
            None
        }
    };
    let window = Window {
        app,
        args,
        frames: 0,
        #[cfg(feature = "gamepad")]
        gamepads,
        picture: None,
        outcome: outcome.clone(),
    };
    let shown = eframe::run_native(
        "tilephys",
        options,
        Box::new(|context| {
            tilephys_play::app::set_up(&context.egui_ctx);
            Ok(Box::new(window))
        }),
    );
    shown.map_err(|error| no_window(&error))?;
    // No thread holds it any more.
    let outcome = std::mem::replace(&mut *outcome.lock().map_err(|_| "the window has failed")?, Ok(()));
    outcome.map(|()| ExitCode::SUCCESS)
}

/// Why no window opens, and what to do.
fn no_window(error: &eframe::Error) -> String {
    let instead = "--no-window with --keys or --replay plays without one";
    match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
            format!(
                "cannot open a window, because there is no X11 display; set DISPLAY, build with the feature \
                 wayland, or {instead}"
            )
        }
        eframe::Error::AppCreation(error) => format!("cannot open a window: {error}"),
        _ => format!(
            "cannot open a window, because the display has no OpenGL 2 or newer ({error}); install a \
             driver, or {instead}"
        ),
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        #[cfg(feature = "gamepad")]
        if let Some(gamepads) = &mut self.gamepads {
            self.app.other_keys = gamepads.keys();
        }
        self.app.ui(ui);
        let title = self.app.title();
        let ctx = ui.ctx().clone();
        if ctx.input(|input| input.viewport().title.as_deref() != Some(&title)) {
            ctx.send_viewport_cmd(ViewportCommand::Title(title));
        }
        let Some(last) = self.args.frames else { return };
        self.frames += u32::from(self.app.session.is_some() || self.app.opening().is_none());
        if self.frames < last {
            return;
        }
        self.app.pause();
        match (&self.args.picture, &self.picture) {
            (Some(_), None) => {
                let (sender, receiver) = channel();
                // The window may be closed before the picture comes.
                ctx.request_screenshot(move |image| _ = sender.send(image));
                self.picture = Some(receiver);
            }
            (Some(path), Some(picture)) => {
                let Ok(image) = picture.try_recv() else { return };
                if let Err(error) = picture::write(&image, path) {
                    self.fail(format!("{}: {error}", path.display()));
                }
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            (None, _) => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        if let Err(error) = self.app.write_recording() {
            self.fail(error);
        }
        if self.args.frames.is_some() {
            self.tell();
        }
    }
}

impl Window {
    fn fail(&mut self, error: String) {
        if let Ok(mut outcome) = self.outcome.lock() {
            *outcome = Err(error);
        }
    }

    /// Prints the result of a scripted run: the state, and the errors that the window shows.
    fn tell(&mut self) {
        let errors: Vec<&str> = self
            .app
            .notices
            .shown()
            .filter(|notice| notice.is_error)
            .map(|notice| notice.text.as_str())
            .collect();
        if !errors.is_empty() {
            let error = errors.join("\n");
            self.fail(error);
        }
        if let Some(session) = &self.app.session {
            println!("tick {} hash {:016x}", session.game.tick(), session.game.hash());
        }
    }
}
