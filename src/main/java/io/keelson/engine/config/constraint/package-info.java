/// What variables are declared to take: types whose attributes may be left out.
@NullMarked
package io.keelson.engine.config.constraint;

import org.jspecify.annotations.NullMarked;
