/// A plan as people read it.
@NullMarked
package io.keelson.engine.plan.text;

import org.jspecify.annotations.NullMarked;
