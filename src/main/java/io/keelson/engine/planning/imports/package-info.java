/// Takes over objects that exist already: finds what is imported, and says what its import forbids.
@NullMarked
package io.keelson.engine.planning.imports;

import org.jspecify.annotations.NullMarked;
