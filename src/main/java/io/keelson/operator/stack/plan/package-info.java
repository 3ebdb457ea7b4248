/// A plan as the cluster keeps it: Plan objects, their leaves and text, and what else a turn hands
/// on with a plan.
@NullMarked
package io.keelson.operator.stack.plan;

import org.jspecify.annotations.NullMarked;
