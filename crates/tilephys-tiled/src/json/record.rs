//! Deserialization of structs without `serde`'s derive, whose macros take longer to build than the JSON parser.

/// Deserializes a struct from a JSON object. Each row is a field: its key, after `|` another name of the key, after `=`
/// the default. A key without a default is required. Unknown keys are skipped.
macro_rules! record {
    ($record:ident $(<$life:lifetime>)? { $($field:ident: $key:literal $(| $alias:literal)? $(= $absent:expr)?),* $(,)? }) => {
        impl<'de> serde_core::Deserialize<'de> for record!(@de $record $($life)?) {
            fn deserialize<D: serde_core::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Fields;
                impl<'de> serde_core::de::Visitor<'de> for Fields {
                    type Value = record!(@de $record $($life)?);

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("struct ", stringify!($record)))
                    }

                    fn visit_map<M: serde_core::de::MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                        use serde_core::de::Error;
                        $(let mut $field = None;)*
                        while let Some(key) = map.next_key::<std::borrow::Cow<'de, str>>()? {
                            match &*key {
                                $($key $(| $alias)? => {
                                    if $field.is_some() {
                                        return Err(M::Error::duplicate_field($key));
                                    }
                                    $field = Some(map.next_value()?);
                                })*
                                _ => drop(map.next_value::<serde_core::de::IgnoredAny>()?),
                            }
                        }
                        Ok($record {
                            $($field: match $field {
                                Some(value) => value,
                                None => record!(@absent $key $($absent)?),
                            },)*
                        })
                    }
                }
                from.deserialize_map(Fields)
            }
        }
    };
    (@de $record:ident) => { $record };
    (@de $record:ident $life:lifetime) => { $record<'de> };
    (@absent $key:literal) => { return Err(M::Error::missing_field($key)) };
    (@absent $key:literal $absent:expr) => { $absent };
}

pub(crate) use record;
