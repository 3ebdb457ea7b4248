/// The logging of commands, which is set up by the first line that is logged.
@NullMarked
package io.keelson.logging;

import org.jspecify.annotations.NullMarked;
