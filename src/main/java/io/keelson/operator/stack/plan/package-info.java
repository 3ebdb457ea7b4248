/// Plans as the cluster keeps them: Plan objects, their leaves and text, and what else is passed on
/// with a plan during a turn.
@NullMarked
package io.keelson.operator.stack.plan;

import org.jspecify.annotations.NullMarked;
