/// What people are told: reports, conditions, diagnostics, events.
@NullMarked
package io.keelson.operator.status;

import org.jspecify.annotations.NullMarked;
