//! `maps.tiled-project`: the types of these maps, including the types of tilephys.

use tilephys_tiled::{TypesFile, merge_types};

/// Its name.
pub(crate) const NAME: &str = "maps.tiled-project";

/// The class of wood that one goes on, and up through: its tiles say nothing else of how they collide.
pub(crate) const PLANK: &str = "Plank";

/// What Tiled would write of our own types.
const OWN: &str = r##"{
    "automappingRulesFile": "",
    "commands": [
    ],
    "extensionsPath": "extensions",
    "folders": [
        "."
    ],
    "propertyTypes": [
        {
            "id": 1,
            "name": "Footstep",
            "storageType": "string",
            "type": "enum",
            "values": [
                "stone",
                "wood"
            ],
            "valuesAsFlags": false
        },
        {
            "color": "#ff97694e",
            "drawFill": true,
            "id": 2,
            "members": [
                {
                    "name": "collision",
                    "propertyType": "TpCollision",
                    "type": "string",
                    "value": "one_way"
                },
                {
                    "name": "footstep",
                    "propertyType": "Footstep",
                    "type": "string",
                    "value": "wood"
                }
            ],
            "name": "Plank",
            "type": "class",
            "useAs": [
                "tile"
            ]
        },
        {
            "color": "#ff97694e",
            "drawFill": true,
            "id": 3,
            "members": [
            ],
            "name": "Crate",
            "type": "class",
            "useAs": [
                "object"
            ]
        },
        {
            "color": "#ff97694e",
            "drawFill": true,
            "id": 4,
            "members": [
            ],
            "name": "Slime",
            "type": "class",
            "useAs": [
                "object"
            ]
        }
    ]
}
"##;

/// The file, as `tilephys types` leaves it.
pub(crate) fn file() -> Vec<u8> {
    let merged = merge_types(TypesFile::Project, NAME.as_ref(), Some(OWN.into()));
    merged.expect("the project is what Tiled writes").text.into_bytes()
}
