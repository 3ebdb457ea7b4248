/// Makes a plan from one consistent view, and follows it to its end: has it approved, carries it
/// out, and goes on with it after a crash.
@NullMarked
package io.keelson.operator.stack.execution;

import org.jspecify.annotations.NullMarked;
