/// Queues: keys that are worked on one after the other, and places that namespaces share fairly.
@NullMarked
package io.keelson.operator.queue;

import org.jspecify.annotations.NullMarked;
