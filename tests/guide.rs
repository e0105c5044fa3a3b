//! README.md and the guide in `docs/` are whole: links, the list of chapters, doc tests.

#[path = "../examples/diagrams.rs"]
mod diagrams;
#[path = "../examples/ruin/main.rs"]
mod ruin;

use std::fs;
use std::path::{Path, PathBuf};
use tilephys::core::Walk;
use tilephys::ecs::{FeelZone, Input, RideSettings, Trigger};
use tilephys::feel::Climb;
use tilephys::prelude::*;
use tilephys::tiled::{OUR_TYPES, OurKind, OurMember, OurValue};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The chapters of the guide, as paths from the root.
fn chapters() -> Vec<String> {
    let entries = fs::read_dir(root().join("docs/src")).expect("the guide has chapters");
    let names = entries.map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8"));
    let mut chapters: Vec<String> =
        names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    chapters.sort();
    chapters
}

/// The targets of the links of a page that lead to files.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[test]
fn links_lead_to_files() {
    let guide = chapters().into_iter().map(|name| format!("docs/src/{name}"));
    let pages = guide.chain(["docs/src/SUMMARY.md", "README.md", "CONTRIBUTING.md"].map(String::from));
    let mut count = 0;
    for page in pages {
        let folder: PathBuf = root().join(&page).parent().expect("a file").to_owned();
        for target in links(&read(&page)) {
            let leaves_book = page.starts_with("docs/") && target.starts_with("..");
            assert!(!leaves_book, "{page}: {target} is not in the book");
            assert!(folder.join(target).exists(), "{page}: {target} is not there");
            count += 1;
        }
    }
    assert!(count > 40, "{count} links: the pages have lost theirs");
}

/// The addresses of the headings of a page, as mdBook makes them.
fn anchors(page: &str) -> Vec<String> {
    let mut is_code = false;
    let mut found = Vec::new();
    for line in read(&format!("docs/src/{page}")).lines() {
        is_code ^= line.starts_with("```");
        let title = line.trim_start_matches('#');
        if is_code || title.len() == line.len() {
            continue;
        }
        let kept = title.trim().chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        found.push(kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect());
    }
    found
}

/// Links of pages into pages, and the addresses to which old addresses lead.
#[test]
fn links_lead_to_headings() {
    let mut targets = Vec::new();
    for name in chapters() {
        let text = read(&format!("docs/src/{name}"));
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let inner = links.filter(|link| !link.contains("://"));
        for (page, anchor) in inner.filter_map(|link| link.split_once('#')) {
            let page = if page.is_empty() { name.as_str() } else { page };
            targets.push((page.to_owned(), anchor.to_owned()));
        }
    }
    for line in read("docs/book.toml").lines().filter(|line| line.starts_with("\"/")) {
        let new = line.rsplit('"').nth(1).expect("an address is quoted");
        let (page, anchor) = new.split_once('#').unwrap_or((new, ""));
        targets.push((page.replace(".html", ".md"), anchor.to_owned()));
    }
    for (page, anchor) in &targets {
        let is_there = anchor.is_empty() || anchors(page).contains(anchor);
        assert!(chapters().contains(page) && is_there, "the guide has no {page}#{anchor}");
    }
    assert!(targets.len() > 40, "{} links: the pages have lost theirs", targets.len());
}

#[test]
fn chapters_are_listed_and_their_code_is_tested() {
    let summary = read("docs/src/SUMMARY.md");
    let library = read("crates/tilephys/lib.rs");
    for name in chapters() {
        assert!(summary.contains(&format!("]({name})")), "docs/src/SUMMARY.md does not list {name}");
        let included = format!("../docs/src/{name}\")]");
        assert!(library.contains(&included), "no library tests the code of {name}");
    }
}

#[test]
fn the_first_games_are_the_examples() {
    for (chapter, example) in [
        ("docs/src/first-window.md", "examples/window/src/bin/first.rs"),
        ("docs/src/bevy.md", "examples/bevy/src/bin/first.rs"),
    ] {
        let text = read(example);
        let code = text.split_once("\n\n").expect("a doc comment, then code").1;
        assert!(read(chapter).contains(&format!("```rs\n{code}```\n")), "{chapter} has other code");
    }
}

/// Name, type and default of a member of a class, as cells of the reference.
fn member_cells(member: &OurMember) -> String {
    let (of_type, default) = match member.default {
        OurValue::Bool(value) => ("bool".to_owned(), value.to_string()),
        OurValue::Float(value) => ("float".to_owned(), value.to_string()),
        OurValue::File => ("file".to_owned(), "none".to_owned()),
        OurValue::Object => ("object".to_owned(), "none".to_owned()),
        OurValue::Text => ("string".to_owned(), "none".to_owned()),
        OurValue::Choice { of, value } => (format!("`{of}`"), format!("`{value}`")),
        _ => panic!("docs/src/map-reference.md has no words for {member:?}"),
    };
    format!("`{}` | {of_type} | {default} | ", member.name)
}

/// The reference has the names, types and defaults of the loader, in its order; units and meanings are prose.
#[test]
fn the_reference_has_all_classes_with_their_members() {
    let reference = read("docs/src/map-reference.md");
    let mut wanted = Vec::new();
    for our_type in OUR_TYPES {
        let OurKind::Class { members, .. } = our_type.kind else { continue };
        let class = our_type.name;
        wanted.extend(members.iter().map(|member| format!("| `{class}` | {}", member_cells(member))));
        if members.is_empty() {
            wanted.push(format!("| `{class}` | | | | "));
        }
    }
    let rows: Vec<&str> = reference.lines().filter(|line| line.starts_with("| `Tp")).collect();
    assert_eq!(rows.len(), wanted.len(), "docs/src/map-reference.md has too many or too few rows");
    for (row, wanted) in rows.iter().zip(&wanted) {
        assert!(row.starts_with(wanted.as_str()), "docs/src/map-reference.md: {row}\nexpected: {wanted}");
    }
}

/// The words of the enums that properties choose from.
#[test]
fn the_reference_has_all_choices() {
    let reference = read("docs/src/map-reference.md");
    for our_type in OUR_TYPES {
        if let OurKind::Choice(words) = our_type.kind {
            let missing: Vec<&&str> =
                words.iter().filter(|word| !reference.contains(&format!("`{word}`"))).collect();
            assert!(missing.is_empty(), "docs/src/map-reference.md lacks {missing:?} of {}", our_type.name);
        }
    }
}

/// The fields of a struct, as its debug output names them.
fn fields_of(settings: &impl std::fmt::Debug) -> Vec<String> {
    let text = format!("{settings:?}");
    let names = text.split(": ").filter_map(|part| part.rsplit([' ', '{', ',']).next().map(str::to_owned));
    names.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase())).collect()
}

#[test]
fn chapters_have_all_settings() {
    let chapters = [
        ("walking", fields_of(&Walk::default()), 14),
        ("movers", fields_of(&RideSettings::default()), 7),
        ("body-collisions", fields_of(&BodyCollision::default()), 5),
    ];
    for (name, fields, number) in chapters {
        let chapter = read(&format!("docs/src/{name}.md"));
        assert!(fields.len() >= number, "{fields:?}");
        let missing: Vec<&String> =
            fields.iter().filter(|field| !chapter.contains(&format!("`{field}`"))).collect();
        assert!(missing.is_empty(), "docs/src/{name}.md lacks {missing:?}");
    }
}

#[test]
fn the_chapter_of_events_has_all_kinds() {
    let source = read("crates/tilephys-core/src/dynamics/output/events.rs");
    let kinds = source.split_once("pub enum EventKind {").expect("it is there").1;
    let kinds = kinds.split_once("\n}\n").expect("it has an end").0;
    let names = kinds.lines().filter_map(|line| line.strip_prefix("    "));
    let names = names.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    let names: Vec<&str> = names.filter_map(|line| line.split([' ', '(', ',']).next()).collect();
    assert!(names.len() >= 15, "{names:?}");
    let chapter = read("docs/src/triggers.md");
    let missing: Vec<&&str> = names.iter().filter(|name| !chapter.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/src/triggers.md lacks {missing:?}");
}

#[test]
fn diagrams_show_what_the_engine_does_today() {
    for (name, svg) in diagrams::all() {
        let is_equal = read(&format!("docs/src/{name}")) == svg;
        assert!(is_equal, "docs/src/{name} is out of date: draw it by `cargo run --example diagrams`");
    }
}

/// Pictures that a page shows load together, also on a phone.
#[test]
fn no_page_is_heavy() {
    for name in chapters() {
        let page = read(&format!("docs/src/{name}"));
        let pictures = links(&page).filter(|link| link.ends_with(".png") || link.ends_with(".svg"));
        let sizes =
            pictures.map(|file| fs::metadata(root().join("docs/src").join(file)).expect("it is there").len());
        let bytes: u64 = sizes.sum();
        assert!(bytes < 1_000_000, "docs/src/{name} shows {bytes} bytes of pictures");
    }
}

#[test]
fn the_readme_stays_short() {
    assert!(read("README.md").lines().count() <= 200);
}

/// Hosts of repositories show the lines that rustdoc and mdBook hide.
#[test]
fn the_code_of_the_readme_hides_no_line() {
    let readme = read("README.md");
    let blocks = readme.split("\n```rust\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let hidden: Vec<&str> = blocks.flat_map(str::lines).filter(|line| line.starts_with("# ")).collect();
    assert_eq!(hidden, [""; 0], "README.md shows these lines, which only rustdoc hides");
}

/// The columns of a table of figures in the README: time a body, and how it compares.
#[test]
fn figures_of_the_readme_are_in_the_chapter() {
    let readme = read("README.md");
    let chapter = read("docs/src/figures.md");
    let numbers: Vec<&str> = chapter.split(|c: char| !c.is_ascii_digit() && c != '.').collect();
    let rows = readme.lines().filter(|line| line.starts_with("| ") && line.contains(" ns |"));
    let mut count = 0;
    for row in rows {
        for cell in row.split(" | ").skip(2).filter(|cell| !cell.starts_with("not ")) {
            let figure = cell.split(' ').next().unwrap_or_default();
            assert!(numbers.contains(&figure), "docs/src/figures.md does not have {figure}: {row}");
            count += 1;
        }
    }
    assert!(count > 10, "{count} figures: the README has lost its table");
}

#[test]
fn snapshots_take_the_bytes_that_the_guide_says() {
    const BODIES: u16 = 1_000;
    let bytes_of_a_body = |is_character: bool| {
        let mut physics = Physics::new(TileGrid::new(UVec2::splat(16)));
        let mut world = World::new();
        for index in 0..BODIES {
            let position = Position::new(f32::from(index) * 20.0, 0.0);
            let body = physics.spawn(&mut world, (position, Velocity::default(), Collider::new(8.0, 8.0)));
            if is_character {
                world.insert_one(body, Feel::celeste()).expect("it was spawned");
            }
        }
        physics.step(&mut world, 1.0 / 60.0);
        physics.snapshot(&mut world).len() / usize::from(BODIES)
    };
    let chapter = read("docs/src/time.md");
    assert!(chapter.contains("A plain body takes about 30\nbytes, and a character with a `Feel` about 60."));
    assert_eq!((bytes_of_a_body(false) + 5) / 10, 3);
    assert_eq!((bytes_of_a_body(true) + 5) / 10, 6);
}

/// Each crate that is published has a page of its own, whose program is tested where it comes from.
#[test]
fn pages_of_crates_show_programs_that_are_tested() {
    let tested = read("docs/src/queries.md").replace("tilephys::inspect", "tilephys_inspect");
    let tested = tested.replace("tilephys::core", "tilephys_core").replace("tilephys::glam", "glam");
    let mut count = 0;
    for entry in fs::read_dir(root().join("crates")).expect("the crates") {
        let folder = entry.expect("readable").path();
        let crate_name = folder.file_name().expect("a folder").to_string_lossy().into_owned();
        let page = folder.join("README.md");
        if !page.is_file() {
            assert!(
                ["tilephys", "tilephys-play", "unit"].contains(&crate_name.as_str()),
                "{crate_name} has no README.md"
            );
            continue;
        }
        let page = fs::read_to_string(page).expect("readable");
        let Some((_, program)) = page.split_once("```rust\n") else { continue };
        let program = program.split("\n```").next().unwrap_or_default();
        let front = read(&format!("crates/{crate_name}/src/lib.rs"));
        for line in program.lines().filter(|line| !line.is_empty() && !line.trim().starts_with("//")) {
            let is_tested = front.contains(&format!("//! {line}\n")) || tested.contains(&format!("{line}\n"));
            assert!(is_tested, "crates/{crate_name}/README.md: no test runs {line}");
        }
        count += 1;
    }
    assert!(count >= 10, "{count} crates show a program");
}

/// The second game is played by its script through its three rooms, and both players arrive.
#[test]
fn the_ruin_is_played_to_its_end() {
    let ruin::Report { ticks, coins, hearts, bricks, felled, rooms, is_won } =
        ruin::play().expect("it plays on");
    assert!(is_won && ticks < 1_500, "{ticks}");
    assert_eq!(rooms, ["gate.tmx", "hall.tmx", "crown.tmx"]);
    assert_eq!((coins, bricks), (2, 1));
    // Both were hurt on the way, and no imp is left.
    assert!((2..18).contains(&hearts) && felled >= 6, "{hearts} {felled}");
}

/// A floor at y = 160 px, and a character of a preset that stands on it at x = 40 px, with more components.
fn on_floor(preset: &str, more: impl tilephys::hecs::DynamicBundle) -> (Physics, World, Entity) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let ground = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    (0..60).for_each(|col| grid.set_tile(ground, TileCoord::new(col, 10), Some(stone)));
    let mut physics = Physics::new(grid);
    physics.gravity = Vec2::new(0.0, 900.0);
    let mut world = World::new();
    let body = (Position::new(40.0, 149.0), Velocity::default(), Collider::new(8.0, 11.0));
    let hero = physics.spawn(&mut world, body);
    let feel = Feel { climb: Some(Climb::default()), ..Feel::preset(preset).expect("a preset") };
    world.insert(hero, (feel, Input::default())).expect("it was spawned");
    world.insert(hero, more).expect("it was spawned");
    (physics, world, hero)
}

fn place(world: &World, entity: Entity) -> Vec2 {
    world.get::<&Position>(entity).expect("a body").px()
}

/// Distance by which a character pushes a crate of 40 px/s in its second second, in px.
fn pushed(preset: &str) -> f32 {
    let (mut physics, mut world, hero) = on_floor(preset, (BodyCollision::default(),));
    let cargo = (Position::new(48.0, 144.0), Velocity::default(), Collider::new(16.0, 16.0));
    let cargo = physics.spawn(&mut world, cargo);
    world.insert_one(cargo, BodyCollision::crate_at(40.0)).expect("it was spawned");
    world.get::<&mut Input>(hero).expect("a character").along = 1.0;
    let mut after = [0.0; 2];
    for x in &mut after {
        (0..60).for_each(|_| physics.step(&mut world, 1.0 / 60.0));
        *x = place(&world, cargo).x;
    }
    after[1] - after[0]
}

/// Greatest height of the feet over the upper edge of a spring of 70 px, in px.
fn sprung(preset: &str) -> f32 {
    let (mut physics, mut world, hero) = on_floor(preset, ());
    let area = (Position::new(60.0, 152.0), Collider::new(16.0, 8.0), Trigger::default());
    let spring = world.spawn(area);
    world.insert_one(spring, FeelZone::SpringTo { height: 70.0 }).expect("it was spawned");
    world.get::<&mut Input>(hero).expect("a character").along = 1.0;
    let heights = (0..120).map(|_| {
        physics.step(&mut world, 1.0 / 60.0);
        152.0 - 11.0 - place(&world, hero).y
    });
    heights.fold(f32::MIN, |highest, height| if height > highest { height } else { highest })
}

/// Distance by which a character at rest on another's head falls behind in a second in which that one runs, in px.
fn lagged(preset: &str) -> f32 {
    let on_heads = BodyCollision { mask: 0, carries: 1, ..BodyCollision::default() };
    let (mut physics, mut world, hero) = on_floor(preset, (on_heads,));
    let rider = (Position::new(41.0, 138.0), Velocity::default(), Collider::new(8.0, 11.0));
    let rider = physics.spawn(&mut world, rider);
    let feel = Feel::preset(preset).expect("a preset");
    world.insert(rider, (feel, Input::default(), on_heads)).expect("it was spawned");
    (0..10).for_each(|_| physics.step(&mut world, 1.0 / 60.0));
    world.get::<&mut Input>(hero).expect("a character").along = 1.0;
    (0..60).for_each(|_| physics.step(&mut world, 1.0 / 60.0));
    place(&world, hero).x + 1.0 - place(&world, rider).x
}

/// Distance up a ladder in a second, in px.
fn climbed(preset: &str) -> f32 {
    let (mut physics, mut world, hero) = on_floor(preset, ());
    let area = (Position::new(36.0, 16.0), Collider::new(16.0, 144.0), Trigger::default());
    let ladder = world.spawn(area);
    world.insert_one(ladder, FeelZone::Ladder).expect("it was spawned");
    physics.step(&mut world, 1.0 / 60.0);
    world.get::<&mut Input>(hero).expect("a character").upward = 1.0;
    (0..60).for_each(|_| physics.step(&mut world, 1.0 / 60.0));
    149.0 - place(&world, hero).y
}

#[test]
fn the_table_of_presets_has_what_the_engine_does() {
    let page = read("docs/src/feel.md");
    for preset in Feel::PRESETS {
        let cells =
            [pushed(preset), sprung(preset), lagged(preset), climbed(preset)].map(|px| format!("{px:.2}"));
        let row = format!("| `{preset}` | {} |", cells.join(" | "));
        assert!(page.contains(&row), "docs/src/feel.md lacks {row}");
    }
}
