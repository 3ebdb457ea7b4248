/// Manifests and live objects: who owns which fields, and what the server makes of what was
/// written.
@NullMarked
package io.keelson.provider.kubernetes.fields;

import org.jspecify.annotations.NullMarked;
