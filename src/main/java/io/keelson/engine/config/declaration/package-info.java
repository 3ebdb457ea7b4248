/// The stack as its user wrote it: trees of literals whose strings may hold expressions.
@NullMarked
package io.keelson.engine.config.declaration;

import org.jspecify.annotations.NullMarked;
