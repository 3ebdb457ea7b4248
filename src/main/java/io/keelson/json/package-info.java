/// JSON and YAML, read and written without losing anything.
@NullMarked
package io.keelson.json;

import org.jspecify.annotations.NullMarked;
