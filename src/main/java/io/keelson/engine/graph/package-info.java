/// A graph, its cycles, and a parallel walk over it. It knows nothing of resources.
@NullMarked
package io.keelson.engine.graph;

import org.jspecify.annotations.NullMarked;
