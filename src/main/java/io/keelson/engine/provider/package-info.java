/// The port to providers.
@NullMarked
package io.keelson.engine.provider;

import org.jspecify.annotations.NullMarked;
