/// Slots of definitions: which resource belongs to which, and what each use fills them with.
@NullMarked
package io.keelson.engine.config.load.slot;

import org.jspecify.annotations.NullMarked;
