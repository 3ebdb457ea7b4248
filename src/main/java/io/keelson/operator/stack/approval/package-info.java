/// Whether a plan may be carried out: how it is shown to people, how they decide, and which rules
/// it has to pass.
@NullMarked
package io.keelson.operator.stack.approval;

import org.jspecify.annotations.NullMarked;
