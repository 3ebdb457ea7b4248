/// When real objects are read, and which of their changes are corrected.
@NullMarked
package io.keelson.operator.stack.drift;

import org.jspecify.annotations.NullMarked;
