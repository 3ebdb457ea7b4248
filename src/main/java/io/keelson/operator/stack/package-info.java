/// The life of one Stack: its memory, its runner, and the decisions between.
@NullMarked
package io.keelson.operator.stack;

import org.jspecify.annotations.NullMarked;
