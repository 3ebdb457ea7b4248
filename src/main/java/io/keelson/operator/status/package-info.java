/// What people are told: conditions, diagnostics, events.
@NullMarked
package io.keelson.operator.status;

import org.jspecify.annotations.NullMarked;
