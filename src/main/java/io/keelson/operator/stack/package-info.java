/// The life of one Stack: its runner, and the parts of one turn.
@NullMarked
package io.keelson.operator.stack;

import org.jspecify.annotations.NullMarked;
