/// Runs scenarios that were recorded from Pulumi's engine through the product, and tells what
/// agrees.
@NullMarked
package io.keelson.conformance.pulumi;

import org.jspecify.annotations.NullMarked;
