/// Reads the world through the providers of one run: objects, data sources, ephemeral resources;
/// remembers what they answered.
@NullMarked
package io.keelson.engine.reading;

import org.jspecify.annotations.NullMarked;
