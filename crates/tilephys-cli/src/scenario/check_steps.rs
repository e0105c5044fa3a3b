//! Refuses steps that do nothing, and what they ask of movers that are gone.

use super::format::File;
use super::model::Step;
use super::read_steps::Reader;
use std::ops::Range;
use tilephys::check::located::Problem;
use tilephys::core::Profile;

impl Reader<'_> {
    /// Refuses what no step of the file can do or find.
    pub(crate) fn check_steps(&self, file: &File, steps: &[Step]) -> Result<(), Problem> {
        let mut removed: Vec<Option<usize>> = vec![None; self.movers.len()];
        for (step, keys) in steps.iter().zip(&file.step) {
            for order in &step.orders {
                let name = &self.movers[order.mover].name;
                if let Some(line) = removed[order.mover] {
                    let message = format!("the mover `{name}` was removed in line {line}");
                    let help = "remove this, or remove the mover later";
                    return Err(self.source.problem(order.span.clone(), message).with_help(help));
                }
                if order.remove {
                    removed[order.mover] = Some(self.source.line(order.span.start));
                }
                if order.move_to.len() > step.times as usize {
                    let (places, ticks) = (order.move_to.len(), step.times);
                    let message =
                        format!("`{name}` has {places} places to move to in {ticks} ticks, at one per tick");
                    let help = "remove the places that it does not reach, or give the step more `ticks`";
                    return Err(self.source.problem(order.span.clone(), message).with_help(help));
                }
            }
            let keys = keys.get_ref();
            if let Some(set) = keys.set.as_ref().filter(|set| set.get_ref().is_empty()) {
                let help = "an entry is `{ cells = [0, 0, 3, 0], tile = \"#\" }`";
                return Err(self.source.problem(set.span(), "`set` changes no cell").with_help(help));
            }
        }
        let away = self.check_there(steps, &file.step)?;
        self.check_gone(steps, &away, &removed)
    }

    /// Refuses the question whether something is gone that nothing takes away.
    fn check_gone(&self, steps: &[Step], away: &[bool], removed: &[Option<usize>]) -> Result<(), Problem> {
        for expect in steps.iter().flat_map(|step| step.each.iter().chain(&step.last)) {
            let gone = expect.wants.iter().find(|want| want.fact.name == "gone");
            let is_ever = match expect.thing.checked_sub(self.bodies.len()) {
                Some(mover) => removed[mover].is_some(),
                None => away[expect.thing],
            };
            if let (Some(gone), false) = (gone, is_ever) {
                let name = self.name(expect.thing);
                let message = format!("no step removes `{name}`, so `gone` cannot fail");
                let help = "a step removes with `movers = [{ mover = \"...\", remove = true }]`, or with \
                            `despawn` in `bodies`";
                return Err(self.source.problem(gone.span.clone(), message).with_help(help));
            }
        }
        Ok(())
    }

    /// Refuses a profile that the engine refuses.
    pub(crate) fn check_profile(
        &self,
        profile: &Profile,
        name: &str,
        span: Range<usize>,
    ) -> Result<(), Problem> {
        let Some((field, fault)) = profile.fault() else { return Ok(()) };
        let message = format!("the engine rejects the body `{name}`: {field} {fault}");
        Err(self.source.problem(span, message).with_help("change its keys, or the `gravity` of the file"))
    }
}
