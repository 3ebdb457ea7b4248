/// The state of a stack, and the port to where it is stored.
@NullMarked
package io.keelson.engine.state;

import org.jspecify.annotations.NullMarked;
