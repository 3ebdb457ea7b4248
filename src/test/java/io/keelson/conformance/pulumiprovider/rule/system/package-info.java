/// Which findings come of the systems that providers work on, and of how they are configured.
@NullMarked
package io.keelson.conformance.pulumiprovider.rule.system;

import org.jspecify.annotations.NullMarked;
