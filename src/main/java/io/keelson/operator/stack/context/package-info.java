/// What all Stacks of an operator share: the connection, the clock, providers, places to plan, and
/// room in memory.
@NullMarked
package io.keelson.operator.stack.context;

import org.jspecify.annotations.NullMarked;
