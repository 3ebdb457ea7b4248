/// Which findings are differences that this product chose, and what follows from each. A rule holds
/// for what its row on the page of differences says, and for nothing else.
@NullMarked
package io.keelson.conformance.pulumiprovider.rule;

import org.jspecify.annotations.NullMarked;
