/// The custom resources of group `keelson.dev`, as Java classes.
///
/// These are the only mutable beans of the project: public fields, filled by Jackson, without
/// logic. The CRDs in `crds/` are generated from them, so a description here is what `kubectl
/// explain` prints. Defaults live in the CRD: a field with `@Default` is never null in an object
/// that came from the API server, and neither is a required one. In the elements of a list the API
/// server sets none, because tools that compare with a manifest would see it as a difference for
/// ever: there it is the initial value of the field. Enum constants are spelled as on the wire;
/// text that this version does not know reads as null, so that one newer object cannot stop a whole
/// watch.
@NullMarked
package io.keelson.operator.api;

import org.jspecify.annotations.NullMarked;
