/// Traces of plans and applies, sent to where the standard variables of OpenTelemetry say.
@NullMarked
package io.keelson.operator.trace;

import org.jspecify.annotations.NullMarked;
