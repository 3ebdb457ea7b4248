/// Runs scenarios that were recorded from Pulumi's engine with real providers through the product
/// with the same providers, and tells what agrees.
@NullMarked
package io.keelson.conformance.pulumiprovider;

import org.jspecify.annotations.NullMarked;
