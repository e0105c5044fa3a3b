//! Files that are dropped onto the window or chosen in the browser: maps, presets, recordings, and parts of maps.

use super::App;
#[cfg(not(target_arch = "wasm32"))]
use super::open_path::is_of_several;
use crate::game::{Recording, Start};
use crate::session::Session;
use crate::source::answers::kept_line;
use crate::source::dropped::{Opens, Received};
use crate::source::name_of;
use eframe::egui::{Context, DroppedFileHandle};
use std::path::{Path, PathBuf};

impl App {
    /// Takes the files of one drop. A map is opened, settings act at once, a recording is played. A map that is open is
    /// loaded again in place. Other files are parts of maps, which complete a map that waits for them.
    pub fn receive(&mut self, files: Vec<(PathBuf, Vec<u8>)>) {
        let names: Vec<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
        let received = self.source.receive(files);
        // A part that completes a map, or of the open one, has its answer in the level.
        let is_dropped = |session: &Session| self.source.has_dropped(&session.map);
        let is_awaited = self.opening.is_some() || self.session.as_ref().is_some_and(is_dropped);
        let are_parts = received.has_parts && received.opens.is_empty();
        if let Some(line) = kept_line(&names).filter(|_| are_parts && !is_awaited) {
            self.notices.say(line);
        }
        let Received { opens, refused, .. } = received;
        self.receiver.faults.extend(refused);
        let is_open = |map: &Path| self.session.as_ref().is_some_and(|session| session.map == map);
        let maps: Vec<PathBuf> = opens.iter().filter_map(Opens::map).map(Path::to_owned).collect();
        if let [first, others @ ..] = &maps[..]
            && !maps.iter().any(|map| is_open(map))
        {
            self.open(first.clone(), Start::default());
            if !others.is_empty() {
                let name = name_of(first);
                self.notices.say(format!(
                    "{} maps: {name} is opened; the menu at the upper left has the others",
                    maps.len()
                ));
            }
        }
        for file in &opens {
            let (Opens::Preset(path) | Opens::Recording(path)) = file else { continue };
            let content = self.source.dropped(path).unwrap_or_default().to_vec();
            let taken = match file {
                Opens::Preset(_) => self.take_preset(&String::from_utf8_lossy(&content)),
                _ => self.take_recording(&content),
            };
            if let Err(reason) = taken {
                self.receiver.faults.push(format!("{}: {reason}", name_of(path)));
            }
        }
    }

    /// Takes settings of the character controller.
    ///
    /// # Errors
    /// As [`presets::read`](crate::presets::read), or if there is no hero.
    pub fn take_preset(&mut self, text: &str) -> Result<(), String> {
        let feel = crate::presets::read(text)?;
        let session = self.session.as_mut().filter(|session| session.game.hero.is_some());
        let session = session.ok_or(
            "a preset is for the hero of an open level; open a map first, or place a hero with a \
             double-click",
        )?;
        session.set_feel(Box::new(feel));
        self.notices.say("the preset applies from now on".to_owned());
        Ok(())
    }

    fn take_recording(&mut self, content: &[u8]) -> Result<(), String> {
        let recording = Recording::from_bytes(content).map_err(|error| error.to_string())?;
        self.open_recording(recording);
        Ok(())
    }

    /// Reads the files that were dropped in this frame, and takes the files that are read.
    pub(super) fn receive_dropped(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if !dropped.is_empty() {
            self.read(ctx, dropped);
        }
        let drops = std::mem::take(&mut *self.receiver.drops.borrow_mut());
        for drop in drops {
            match drop {
                Ok(files) => self.receive(files),
                Err(error) => self.receiver.faults.push(error),
            }
        }
    }

    /// Says what is wrong with dropped files, and which files are missing. Comes after loads, which take back older lines.
    pub(super) fn tell_received(&mut self) {
        std::mem::take(&mut self.receiver.faults).into_iter().for_each(|line| self.notices.fail(line));
        let lack = self.source.lack();
        if self.receiver.told == lack {
            return;
        }
        if let Some(line) = self.receiver.told.take() {
            self.notices.retract(&line);
        }
        if let Some(line) = &lack {
            self.notices.fail(line.clone());
        }
        self.receiver.told = lack;
    }

    /// On a computer a map has its folder, so it is opened from there, and parts of maps are not needed.
    #[cfg(not(target_arch = "wasm32"))]
    fn read(&mut self, _ctx: &Context, files: Vec<DroppedFileHandle>) {
        let ending = |path: &Path| path.extension().unwrap_or_default().to_ascii_lowercase();
        let is_on_disk = |path: &Path| path.is_absolute() && path.exists();
        let is_map = |path: &Path| {
            is_on_disk(path) && (ending(path) == "tmx" || ending(path) == "tmj" || is_of_several(path))
        };
        let (maps, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| is_map(file.path()));
        if let Some(map) = maps.first() {
            self.open_path(map.path(), Start::default());
        }
        let name = |path: &Path| path.file_name().map_or_else(|| path.to_owned(), PathBuf::from);
        let read = others.iter().map(|file| {
            let content = file.bytes().map_err(|error| format!("{}: {error}", file.path().display()))?;
            Ok((name(file.path()), content))
        });
        let drop: Result<Vec<_>, String> = read.collect();
        self.receiver.drops.borrow_mut().push(drop);
    }

    #[cfg(target_arch = "wasm32")]
    fn read(&mut self, ctx: &Context, files: Vec<DroppedFileHandle>) {
        let (drops, ctx) = (self.receiver.drops.clone(), ctx.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let mut read = Vec::new();
            for file in &files {
                match file.bytes_async().await {
                    Ok(content) => read.push((file.path().to_owned(), content)),
                    Err(error) => drops.borrow_mut().push(Err(format!("{}: {error}", file.path().display()))),
                }
            }
            drops.borrow_mut().push(Ok(read));
            ctx.request_repaint();
        });
    }
}
