/// What exists, and the port to where that is stored.
@NullMarked
package io.keelson.engine.state;

import org.jspecify.annotations.NullMarked;
