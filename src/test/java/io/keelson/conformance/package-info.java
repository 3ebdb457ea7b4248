/// Runs recorded scenarios through the product and compares everything they say.
@NullMarked
package io.keelson.conformance;

import org.jspecify.annotations.NullMarked;
