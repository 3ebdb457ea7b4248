/// Planned expressions, node by node, and how they are evaluated: unknown in, unknown out.
@NullMarked
package io.keelson.expression.evaluation;

import org.jspecify.annotations.NullMarked;
