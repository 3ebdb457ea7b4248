/// The port to functions of providers.
@NullMarked
package io.keelson.engine.function;

import org.jspecify.annotations.NullMarked;
