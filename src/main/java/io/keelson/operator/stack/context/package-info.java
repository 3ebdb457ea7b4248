/// What all Stacks of an operator share: the connection, the clock, providers, places to plan, room
/// in memory, and what is heard of each.
@NullMarked
package io.keelson.operator.stack.context;

import org.jspecify.annotations.NullMarked;
