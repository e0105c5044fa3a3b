//! Grouping: many equal findings of a layer as one finding with a count.

use crate::findings::{Finding, Related};

/// Findings of a layer that stay single: so many are read one by one, and each can be allowed by itself.
const SINGLE: usize = 3;

/// Places that a grouped finding lists in addition to its first.
const PLACES: usize = 8;

/// Merges the findings of each layer into its first, if there are more than a few. They are of one check.
pub(crate) fn by_layer(found: Vec<Finding>) -> Vec<Finding> {
    grouped(found, SINGLE, |finding| &finding.place.layer)
}

/// Merges the findings of each tileset into its first, if there are more than a few. They are of one check.
pub(crate) fn by_tileset(found: Vec<Finding>) -> Vec<Finding> {
    grouped(found, SINGLE, |finding| &finding.place.tileset)
}

/// Merges the findings of each layer into its first. They are of one check.
pub(crate) fn one_a_layer(found: Vec<Finding>) -> Vec<Finding> {
    grouped(found, 1, |finding| &finding.place.layer)
}

fn grouped(found: Vec<Finding>, single: usize, key: fn(&Finding) -> &Option<String>) -> Vec<Finding> {
    let mut groups: Vec<Vec<Finding>> = Vec::new();
    for finding in found {
        match groups.iter_mut().find(|group| key(&group[0]) == key(&finding)) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
        .into_iter()
        .flat_map(|group| if group.len() > single { vec![merged(group)] } else { group })
        .collect()
}

/// The first of several findings, with their number and the places of the next.
fn merged(group: Vec<Finding>) -> Finding {
    let count = group.iter().map(|finding| finding.count).sum();
    let mut all = group.into_iter();
    let mut first = all.next().expect("a group has findings");
    first.related.extend(all.take(PLACES).map(|finding| Related {
        file: finding.file,
        position: finding.position,
        message: finding.message,
    }));
    Finding { count, ..first }
}
