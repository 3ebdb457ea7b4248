/// Writes statuses of members and records at the end of a turn.
@NullMarked
package io.keelson.operator.stack.report;

import org.jspecify.annotations.NullMarked;
