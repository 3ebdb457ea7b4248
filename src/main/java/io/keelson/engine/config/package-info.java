/// The declared stack, compiled: what should be.
@NullMarked
package io.keelson.engine.config;

import org.jspecify.annotations.NullMarked;
