/// Rules about what becomes of single objects.
@NullMarked
package io.keelson.conformance.pulumiprovider.rule.object;

import org.jspecify.annotations.NullMarked;
