/// The custom resources of group `keelson.dev`, as Java classes.
///
/// These are the only mutable beans of the project: public fields, filled by Jackson, without
/// defaults and without logic. The CRDs in `crds/` are generated from them, so a description here
/// is what `kubectl explain` prints. Defaults live in the CRD: a field with `@Default` is never
/// null in an object that came from the API server, and neither is a required one. Enum constants
/// are spelled as on the wire; text that this version does not know reads as null, so that one
/// newer object cannot stop a whole watch.
@NullMarked
package io.keelson.operator.api;

import org.jspecify.annotations.NullMarked;
