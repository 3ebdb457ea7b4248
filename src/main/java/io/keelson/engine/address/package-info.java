/// Names of resources, instances and attributes.
@NullMarked
package io.keelson.engine.address;

import org.jspecify.annotations.NullMarked;
