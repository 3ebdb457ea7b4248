/// Which findings come of components and their programs.
@NullMarked
package io.keelson.conformance.pulumiprovider.rule.component;

import org.jspecify.annotations.NullMarked;
