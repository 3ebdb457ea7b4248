/// What functions and evaluation share: values that exist only inside an expression, calls, what
/// they may cost, and mistakes.
@NullMarked
package io.keelson.expression.value;

import org.jspecify.annotations.NullMarked;
