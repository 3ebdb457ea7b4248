/// The schemas of types.
@NullMarked
package io.keelson.engine.schema;

import org.jspecify.annotations.NullMarked;
