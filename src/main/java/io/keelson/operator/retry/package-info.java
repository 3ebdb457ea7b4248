/// Pauses before something is tried again.
@NullMarked
package io.keelson.operator.retry;

import org.jspecify.annotations.NullMarked;
