/// Makes a plan from one consistent view, and follows it to its end: approved, carried out, and
/// after a crash gone on with.
@NullMarked
package io.keelson.operator.stack.execution;

import org.jspecify.annotations.NullMarked;
