/// The Runs of one Stack: which has its turn, what it asks for, and what became of it.
@NullMarked
package io.keelson.operator.stack.run;

import org.jspecify.annotations.NullMarked;
