/// What replaces an object because something else changes, and what of that would be lost.
@NullMarked
package io.keelson.engine.plan.trigger;

import org.jspecify.annotations.NullMarked;
