/// Semantic versions and constraints on them.
@NullMarked
package io.keelson.version;

import org.jspecify.annotations.NullMarked;
