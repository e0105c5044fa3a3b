//! Projects: lookup, faults, and warnings without a project.

use crate::support;

use std::fs;
use std::path::Path;
use support::{Folder, map};
use tilephys_tiled::{
    Disk, Level, LoadError, Loader, OUR_TYPES, OurKind, Problem, TypesFile, WarningKind, load_from,
};

fn try_load(files: &[(&str, &str)]) -> Result<Level, LoadError> {
    load_from(&Folder(files.to_vec()), files[0].0)
}

fn load(files: &[(&str, &str)]) -> Level {
    try_load(files).unwrap_or_else(|e| panic!("{e}"))
}

/// The message and the kind of the error.
fn said(files: &[(&str, &str)]) -> (String, Option<Problem>) {
    match try_load(files) {
        Ok(_) => ("it loads".to_owned(), None),
        Err(e) => (e.to_string(), Some(e.problem())),
    }
}

/// Warnings about types.
fn warnings(level: &Level) -> Vec<String> {
    level
        .warnings
        .iter()
        .filter(|w| matches!(w.kind, WarningKind::Type | WarningKind::MalformedProperty))
        .map(ToString::to_string)
        .collect()
}

/// A project with the class Coin, whose member "worth" has this default.
fn coin(worth: u32) -> String {
    format!(
        r#"{{"propertyTypes":[{{"name":"Coin","type":"class","useAs":["object"],"members":[{{"name":"worth","type":"int","value":{worth}}}]}}]}}"#
    )
}

/// The class as object types of Tiled 1.8.
fn old_coin(worth: u32) -> String {
    format!(
        r##"[{{"name":"Coin","color":"#ffd23f","properties":[{{"name":"worth","type":"int","value":{worth}}}]}}]"##
    )
}

fn one_coin() -> String {
    map("4x4", "<objectgroup id=\"1\" name=\"o\"><object id=\"1\" type=\"Coin\"/></objectgroup>")
}

#[test]
fn the_nearest_folder_with_a_project_has_the_types() {
    let (map, near, far, old) = (one_coin(), coin(1), coin(2), old_coin(3));
    type Row<'a> = (&'a [(&'a str, &'a str)], Option<&'a str>, i32);
    let rows: [Row<'_>; 7] = [
        (
            &[("g/m/a.tmx", &map), ("g/m/p.tiled-project", &near), ("g/q.tiled-project", &far)],
            Some("g/m/p.tiled-project"),
            1,
        ),
        (
            &[("g/m/a.tmx", &map), ("g/x/p.tiled-project", &near), ("g/q.tiled-project", &far)],
            Some("g/q.tiled-project"),
            2,
        ),
        (&[("g/m/a.tmx", &map), ("q.tiled-project", &far)], Some("q.tiled-project"), 2),
        (&[("a.tmx", &map), ("../../q.tiled-project", &far)], Some("../../q.tiled-project"), 2),
        (&[("/g/m/a.tmx", &map), ("/q.tiled-project", &far)], Some("/q.tiled-project"), 2),
        (&[("g/m/a.tmx", &map), ("g/objecttypes.json", &old)], Some("g/objecttypes.json"), 3),
        // A project names its own object types.
        (
            &[("g/m/a.tmx", &map), ("g/m/objecttypes.json", &old), ("q.tiled-project", &far)],
            Some("q.tiled-project"),
            2,
        ),
    ];
    for (files, project, worth) in rows {
        let level = load(files);
        assert_eq!(level.project.as_deref(), project.map(Path::new));
        assert_eq!(level.objects[0].properties.int("worth"), Some(worth), "{project:?}");
        assert_eq!(warnings(&level), [""; 0], "{project:?}");
    }
    let level = load(&[("a.tmx", &map)]);
    assert_eq!((level.project, level.objects[0].properties.len()), (None, 0));
}

#[test]
fn the_first_of_several_projects_wins_with_a_warning() {
    let (map, one, two) = (one_coin(), coin(1), coin(2));
    let level = load(&[("a.tmx", &map), ("c.tiled-project", &two), ("b.tiled-project", &one)]);
    assert_eq!(level.objects[0].properties.int("worth"), Some(1));
    assert_eq!(
        warnings(&level),
        ["b.tiled-project:1:1: the types come from this project, but \"c.tiled-project\" is next to it; \
          keep one project in the folder, or tell the loader which one to use"]
    );
}

#[test]
fn object_types_of_tiled_1_8_win_over_their_project() {
    let project = coin(1).replacen('{', "{\"objectTypesFile\":\"types/old.FILE\",", 1);
    let json = old_coin(3);
    let xml = "<objecttypes>\n <objecttype name=\"Coin\" color=\"#ffd23f\">\n  <property name=\"worth\" type=\"int\" default=\"4\"/>\n  \
               <property name=\"free\" type=\"bool\"/>\n </objecttype>\n</objecttypes>";
    for (ending, types, worth) in [("json", json.as_str(), 3), ("xml", xml, 4)] {
        let project = project.replace("FILE", ending);
        let file = format!("types/old.{ending}");
        let level = load(&[("a.tmx", &one_coin()), ("p.tiled-project", &project), (&file, types)]);
        let found = level.objects[0].properties.property("worth").unwrap();
        assert_eq!(level.objects[0].properties.int("worth"), Some(worth), "{ending}");
        assert_eq!(&*found.file, Path::new(&file));
        assert_eq!(level.objects[0].properties.bool("free"), (ending == "xml").then_some(false));
    }
    let (message, problem) = said(&[("a.tmx", &one_coin()), ("p.tiled-project", &project)]);
    assert_eq!(
        message,
        "p.tiled-project:1:2: the \"objectTypesFile\" \"types/old.FILE\" cannot be read: entity not found; \
         put the file there, or remove the entry, which Tiled 1.9 and later do not need"
    );
    assert_eq!(problem, Some(Problem::File));
}

#[test]
fn invalid_projects_have_a_line_and_a_column() {
    let deep = format!("{{\"propertyTypes\":{}", "[".repeat(500));
    let rows = [
        (
            "{\n \"propertyTypes\": [\n  {\"name\": \"Coin\",}\n ]\n}",
            "p.tiled-project:3:19: not well-formed JSON: key must be a string; restore the file from a \
             backup, or delete it if no map uses its types",
            Problem::Json,
        ),
        (
            "{\"propertyTypes\":[",
            "p.tiled-project:1:18: not well-formed JSON: EOF while parsing a list; restore the file from a \
             backup, or delete it if no map uses its types",
            Problem::Json,
        ),
        (
            "",
            "p.tiled-project:1:1: not well-formed JSON: EOF while parsing a value; restore the file from a \
             backup, or delete it if no map uses its types",
            Problem::Json,
        ),
        (
            "[]",
            "p.tiled-project:1:1: a list, expected a Tiled project; save it again in Tiled, or restore a \
             backup",
            Problem::Format,
        ),
        (
            "{\"propertyTypes\":[\n {\"name\":7}]}",
            "p.tiled-project:2:3: \"name\" is a number, expected a string; save it again in Tiled, or restore a \
             backup",
            Problem::Format,
        ),
        (
            &deep,
            "p.tiled-project:1:517: not well-formed JSON: EOF while parsing a list; restore the file from a \
             backup, or delete it if no map uses its types",
            Problem::Json,
        ),
    ];
    for (project, message, problem) in rows {
        let files = [("a.tmx", one_coin()), ("p.tiled-project", project.to_owned())];
        let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
        assert_eq!(said(&files), (message.to_owned(), Some(problem)), "{project}");
    }
}

#[test]
fn a_malformed_default_is_read_as_tiled_reads_it() {
    let project = "{\"propertyTypes\":[\n {\"name\":\"Coin\",\"type\":\"class\",\"useAs\":[\"object\"],\"members\":[\n  {\"name\":\"worth\",\"type\":\"float\",\"value\":\"much\"}]}]}";
    let level = load(&[("a.tmx", &one_coin()), ("p.tiled-project", project)]);
    assert_eq!(level.objects[0].properties.float("worth"), Some(0.0));
    assert_eq!(
        warnings(&level),
        ["p.tiled-project:3:3: member \"worth\" of class \"Coin\", of type float, is \"much\" and is \
             read as 0: expected a finite number; set it again in Tiled's Custom Types Editor"]
    );
}

#[test]
fn a_recursive_class_loses_the_member_as_in_tiled() {
    let class = |name: &str, of: &str| {
        format!(
            r#"{{"name":"{name}","type":"class","useAs":["property","object"],"members":[
{{"name":"next","type":"class","propertyType":"{of}","value":{{}}}},{{"name":"n","type":"int","value":1}}]}}"#
        )
    };
    let project = format!("{{\"propertyTypes\":[{},{}]}}", class("Coin", "Other"), class("Other", "Coin"));
    let level = load(&[("a.tmx", &one_coin()), ("p.tiled-project", &project)]);
    let names: Vec<_> = level.objects[0].properties.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["next", "n"]);
    assert_eq!(
        warnings(&level),
        ["p.tiled-project:3:1: member \"next\" of class \"Other\" has the class \"Coin\", which contains \
          the first class again, so it is ignored as in Tiled; remove it"]
    );
}

/// Thirty classes with two members of the previous class each have 2^30 members.
#[test]
fn exponentially_nested_classes_are_refused() {
    let member = |name: &str, of: usize| {
        format!(r#"{{"name":"{name}","type":"class","propertyType":"C{of}","value":{{}}}}"#)
    };
    let class = |n: usize| {
        let members = if n == 0 { String::new() } else { member("a", n - 1) + "," + &member("b", n - 1) };
        format!(
            "{{\"name\":\"C{n}\",\"type\":\"class\",\"useAs\":[\"property\",\"object\"],\"members\":[{members}]}}"
        )
    };
    let chain = |length: usize| (0..length).map(class).collect::<Vec<_>>().join(",\n");
    let project = format!("{{\"propertyTypes\":[\n{}]}}", chain(16));
    let (message, problem) = said(&[("a.tmx", &one_coin()), ("p.tiled-project", &project)]);
    assert!(
        message.contains("is larger than 1024 KiB with its members, which is the limit; make it smaller"),
        "{message}"
    );
    assert_eq!(problem, Some(Problem::Limit));

    let straight = |n: usize| {
        let members = if n == 0 { String::new() } else { member("a", n - 1) };
        format!("{{\"name\":\"C{n}\",\"type\":\"class\",\"members\":[{members}]}}")
    };
    let deep = (0..80).rev().map(straight).collect::<Vec<_>>().join(",\n");
    let (message, _) =
        said(&[("a.tmx", &one_coin()), ("p.tiled-project", &format!("{{\"propertyTypes\":[{deep}]}}"))]);
    assert!(message.contains("classes are nested more than 64 levels deep, which is the limit"), "{message}");

    // A class of a megabyte, three hundred times.
    let text = "x".repeat(900_000);
    let heavy = format!(
        r#"{{"propertyTypes":[{{"name":"Coin","type":"class","useAs":["object"],"members":[{{"name":"t","type":"string","value":"{text}"}}]}}]}}"#
    );
    let coins: String = (1..=300).map(|id| format!("<object id=\"{id}\" type=\"Coin\"/>")).collect();
    let map = map("4x4", &format!("<objectgroup id=\"1\" name=\"o\">{coins}</objectgroup>"));
    let (message, problem) = said(&[("a.tmx", &map), ("p.tiled-project", &heavy)]);
    assert!(
        message.contains("the data inherited from templates, tiles, classes and types exceeds 8 MiB"),
        "{message}"
    );
    assert_eq!(problem, Some(Problem::Limit));
}

#[test]
fn without_the_project_a_warning_names_the_missing_types() {
    let property = |name: &str, kind: &str, of: &str| {
        format!(r#"<property name="{name}" type="{kind}" propertytype="{of}" value="1"/>"#)
    };
    let content = format!(
        r#"<objectgroup id="1" name="o">
<object id="1" type="Spike"><properties>{}</properties></object>
<object id="2" type="Spike"><properties>{}</properties></object>
<object id="3" type="TpMover" width="16" height="16"><properties><property name="easing" propertytype="TpEasing" value="in"/></properties></object>
</objectgroup>"#,
        property("mood", "string", "Mood"),
        property("temper", "string", "Mood") + &property("danger", "int", "Danger"),
    );
    let map = map("4x4", &content);
    let lack = "no .tiled-project next to or above the map has it, so its default members and value names \
                are unknown";
    let once_more = "(the same in 1 other place)";
    let help = "put the project of the map there, or tell the loader where it is";
    let expected = [
        format!(
            "a.tmx:3:16: object 1: this map uses custom types, so it belongs to a project, but no \
             .tiled-project is next to or above it: the defaults of the class \"Spike\" are unknown \
             {once_more}; {help}"
        ),
        format!(
            "a.tmx:3:41: object 1: property \"mood\" has the type \"Mood\", but {lack} {once_more}; {help}"
        ),
        format!("a.tmx:4:110: object 2: property \"danger\" has the type \"Danger\", but {lack}; {help}"),
    ];
    assert_eq!(warnings(&load(&[("a.tmx", &map)])), expected);

    let mood = r#"{"propertyTypes":[{"name":"Mood","type":"enum","values":["calm","1"]},{"name":"Dagger","type":"enum"}]}"#;
    assert_eq!(
        warnings(&load(&[("a.tmx", &map), ("p.tiled-project", mood)])),
        ["a.tmx:4:110: object 2: property \"danger\" has the type \"Danger\", but the project \
          \"p.tiled-project\" does not have it, so its default members and value names are unknown; add it \
          there in Tiled, or give the loader the right project; did you mean \"Dagger\"?"]
    );
}

/// Classes are words that a game may use without any project.
#[test]
fn maps_without_types_need_no_project() {
    let content = "<objectgroup id=\"1\" name=\"o\"><object id=\"1\" type=\"Coin\"/></objectgroup>";
    assert_eq!(warnings(&load(&[("a.tmx", &map("4x4", content))])), [""; 0]);
    let ours = "<objectgroup id=\"1\" name=\"o\"><object id=\"1\" type=\"TpMover\" width=\"16\" height=\"16\"><properties>\
                <property name=\"easing\" propertytype=\"TpEasing\" value=\"in\"/></properties></object></objectgroup>";
    assert_eq!(warnings(&load(&[("a.tmx", &map("4x4", ours))])), [""; 0]);
}

#[test]
fn unknown_enum_values_are_warnings() {
    let project = r#"{"propertyTypes":[{"name":"Mood","type":"enum","values":["calm","angry"]}]}"#;
    let content = "<objectgroup id=\"1\" name=\"o\"><object id=\"1\"><properties>\n\
                   <property name=\"mood\" propertytype=\"Mood\" value=\"angri\"/></properties></object></objectgroup>";
    let map = map("4x4", content);
    assert_eq!(
        warnings(&load(&[("a.tmx", &map), ("p.tiled-project", project)])),
        [
            "a.tmx:3:1: object 1: property \"mood\" of the type \"Mood\" has the value \"angri\": expected calm or angry; \
          did you mean \"angry\"?"
        ]
    );
}

#[test]
fn the_loader_takes_another_project_or_none() {
    let (map, near, far) = (one_coin(), coin(1), coin(2));
    let files = [("g/a.tmx", map.as_str()), ("g/p.tiled-project", &near), ("x/q.tiled-project", &far)];
    let worth = |mut loader: Loader<Folder<'_>>| {
        let level = loader.load("g/a.tmx").unwrap_or_else(|e| panic!("{e}"));
        (level.objects[0].properties.int("worth"), level.project.map(|p| p.display().to_string()))
    };
    let loader = || Loader::with_files(Folder(files.to_vec()));
    assert_eq!(worth(loader()), (Some(1), Some("g/p.tiled-project".to_owned())));
    assert_eq!(
        worth(loader().project("x/./q.tiled-project")),
        (Some(2), Some("x/q.tiled-project".to_owned()))
    );
    assert_eq!(worth(loader().without_project()), (None, None));
    assert_eq!(
        loader().project("x/r.tiled-project").load("g/a.tmx").unwrap_err().to_string(),
        "x/r.tiled-project: cannot be read: entity not found; check the path of the project"
    );
}

#[test]
fn the_folder_of_the_project_is_the_root_of_all_files() {
    let tileset = r#"<tileset name="s" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="s.png" width="16" height="16"/></tileset>"#;
    let map = map("4x4", r#"<tileset firstgid="1" source="../tiles/s.tsx"/>"#);
    let (here, there) = (coin(1), coin(1).replacen('{', "{\"objectTypesFile\":\"../o.json\",", 1));
    let files = |project| [("g/maps/a.tmx", map.as_str()), ("g/tiles/s.tsx", tileset), project];
    assert!(try_load(&files(("g/p.tiled-project", &here))).is_ok());
    assert_eq!(said(&files(("g/maps/p.tiled-project", &here))).1, Some(Problem::Outside));
    let (message, problem) = said(&files(("g/p.tiled-project", &there)));
    assert!(
        message
            .starts_with("g/p.tiled-project:1:2: \"objectTypesFile\" is \"../o.json\": it is outside \"g\""),
        "{message}"
    );
    assert_eq!(problem, Some(Problem::Outside));
}

/// A tileset that maps of two projects share has different defaults in each.
#[test]
fn the_cache_does_not_depend_on_earlier_maps() {
    let tileset = r#"<tileset name="s" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="s.png" width="16" height="16"/><tile id="0" class="Coin"/></tileset>"#;
    let map = map("4x4", r#"<tileset firstgid="1" source="../s.tsx"/>"#);
    let projects = [coin(1), coin(2)].map(|p| p.replace("[\"object\"]", "[\"tile\"]"));
    let files = [
        ("a/m.tmx", map.as_str()),
        ("b/m.tmx", map.as_str()),
        ("s.tsx", tileset),
        ("a/p.tiled-project", &projects[0]),
        ("b/p.tiled-project", &projects[1]),
    ];
    let mut loader = Loader::with_files(Folder(files.to_vec())).root("");
    let mut worth = |path: &str| loader.load(path).unwrap().tilesets[0].tiles[&0].properties.int("worth");
    for _ in 0..2 {
        assert_eq!((worth("a/m.tmx"), worth("b/m.tmx")), (Some(1), Some(2)));
    }
}

#[test]
fn a_changed_project_must_be_forgotten() {
    let project = std::cell::RefCell::new(coin(1));
    struct Changing<'a>(&'a std::cell::RefCell<String>);
    impl tilephys_tiled::Files for Changing<'_> {
        fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
            match path.to_str() {
                Some("a.tmx") => Ok(one_coin().into_bytes()),
                _ => Ok(self.0.borrow().clone().into_bytes()),
            }
        }
        fn list(&self, _: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
            Ok(vec!["p.tiled-project".into()])
        }
    }
    let mut loader = Loader::with_files(Changing(&project));
    let worth = |loader: &mut Loader<_>| loader.load("a.tmx").unwrap().objects[0].properties.int("worth");
    assert_eq!(worth(&mut loader), Some(1));
    *project.borrow_mut() = coin(2);
    assert_eq!(worth(&mut loader), Some(1));
    loader.forget("p.tiled-project");
    assert_eq!(worth(&mut loader), Some(2));
}

/// Reported once for the class, which a tileset and the map use, and not once for each element.
#[test]
fn a_fault_of_a_class_is_reported_once() {
    let project = r#"{"propertyTypes":[{"name":"Coin","type":"class","useAs":["object","tile"],"members":[
{"name":"friction","type":"string","value":"much"},
{"name":"colision","type":"string","value":"solid"}]}]}"#;
    let tileset = r#"<tileset name="s" tilewidth="16" tileheight="16" tilecount="2" columns="2"><image source="s.png" width="16" height="16"/><tile id="0" class="Coin"/><tile id="1" class="Coin"/></tileset>"#;
    let objects = r#"<objectgroup id="1" name="o"><object id="1" type="Coin"/><object id="2" type="Coin"/></objectgroup>"#;
    let map = map("4x4", &format!(r#"<tileset firstgid="1" source="s.tsx"/>{objects}"#));
    let level = load(&[("a.tmx", &map), ("p.tiled-project", project), ("s.tsx", tileset)]);
    let told = level.warnings.iter().filter(|w| w.file == Path::new("p.tiled-project"));
    let told: Vec<String> = told.map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "p.tiled-project:2:1: layer \"o\", object 1: property \"friction\" is not of type float, so it has no effect on collision; change its \
             type, or rename it",
            "p.tiled-project:3:1: tile 0: property \"colision\" has no effect; did you mean \"collision\"?",
        ]
    );
}

/// The folder of the target directory has no project above it except the project of this test.
#[test]
fn disk_finds_projects_in_parent_folders() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects");
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("maps/deep")).unwrap();
    fs::write(root.join("maps/deep/a.tmx"), one_coin()).unwrap();
    let alone = load_from(&Disk, root.join("maps/deep/a.tmx")).unwrap();
    assert_eq!(alone.project, None);
    fs::write(root.join("game.tiled-project"), coin(5)).unwrap();
    let level = load_from(&Disk, root.join("maps/deep/a.tmx")).unwrap();
    assert_eq!(level.project, Some(root.join("game.tiled-project")));
    assert_eq!(level.objects[0].properties.int("worth"), Some(5));
}

/// The message about a wrong value lists the valid ones, as in the type that Tiled offers.
#[test]
fn built_in_enums_match_the_parser() {
    let rows = [
        ("TpCollision", "collision"),
        ("TpDirection", "one_way_dir"),
        ("TpSlope", "slope"),
        ("TpLayerCollision", "tp_collision"),
        ("TpLoop", "loop"),
        ("TpEasing", "easing"),
        ("TpStart", "start"),
    ];
    for ours in OUR_TYPES {
        let (OurKind::Choice(values), Some((_, name))) =
            (ours.kind, rows.iter().find(|(of, _)| *of == ours.name))
        else {
            continue;
        };
        let object = format!(
            r#"<objectgroup id="1" name="o"><object id="1" type="TpMover" width="16" height="16"><properties><property name="{name}" value="?"/></properties></object></objectgroup>"#
        );
        let text = map("4x4", &object);
        let read = |_: &Path| Ok(text.clone().into_bytes());
        let error = Loader::with_files(read).strict(true).load("a.tmx").expect_err("the value is unknown");
        let (last, first) = values.split_last().unwrap();
        let expected = format!(": expected {} or {last}", first.join(", "));
        let message = error.message();
        assert!(message.starts_with(&format!("property {name:?} is \"?\"")), "{message}");
        assert!(message.contains(&expected), "{message}");
        assert_eq!(error.problem(), Problem::Setting);
    }
    let enums = OUR_TYPES.iter().filter(|t| matches!(t.kind, OurKind::Choice(_)) && t.name != "TpBounds");
    assert_eq!(enums.count(), rows.len());
}

/// A map means the same with and without the built-in types in its project.
#[test]
fn built_in_classes_are_equal_with_and_without_a_project() {
    let project = tilephys_tiled::merge_types(TypesFile::Project, "p.tiled-project".as_ref(), None).unwrap();
    for ours in OUR_TYPES {
        let OurKind::Class { members, use_as, .. } = ours.kind else { continue };
        let object = format!(
            r#"<objectgroup id="1" name="o"><object id="1" type="{}" width="16" height="16"/></objectgroup>"#,
            ours.name
        );
        let map = map("4x4", &object).replace("<map ", &format!("<map class=\"{}\" ", ours.name));
        let with = load(&[("a.tmx", &map), ("p.tiled-project", &project.text)]);
        let without = load(&[("a.tmx", &map)]);
        let told = |level: &Level| {
            let all = level.properties.iter().chain(&level.objects[0].properties);
            all.map(|p| (p.name.clone(), p.value.clone(), p.type_name.clone(), p.choice.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(told(&with), told(&without), "{}", ours.name);
        assert_eq!(told(&with).len(), members.len(), "{}", ours.name);
        assert_eq!(use_as.contains(&"map"), ours.name == "TpLevel");
        assert_eq!(warnings(&with), [""; 0]);
        let solid = |level: &Level| (level.movers.len(), level.grid.off_grid_shapes().count());
        assert_eq!(solid(&with), solid(&without), "{}", ours.name);
    }
}
