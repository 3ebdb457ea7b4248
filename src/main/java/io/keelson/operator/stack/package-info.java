/// The life of one Stack: its runner, and what it does in one turn.
@NullMarked
package io.keelson.operator.stack;

import org.jspecify.annotations.NullMarked;
