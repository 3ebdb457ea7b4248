/// Which operation of a plan waits for which, and what has to be held because something else is not
/// done.
@NullMarked
package io.keelson.engine.planning.order;

import org.jspecify.annotations.NullMarked;
