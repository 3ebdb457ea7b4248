/// What Prometheus is told of the operator: one class for each concern, and no label that names a
/// Stack, an address or anything a user wrote.
@NullMarked
package io.keelson.operator.metrics;

import org.jspecify.annotations.NullMarked;
