/// State in ResourceInstances: how it is written, sealed and journalled.
@NullMarked
package io.keelson.operator.state;

import org.jspecify.annotations.NullMarked;
