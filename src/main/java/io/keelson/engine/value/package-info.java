/// Typed values with unknowns and marks.
@NullMarked
package io.keelson.engine.value;

import org.jspecify.annotations.NullMarked;
