/// Definitions of components: accepted, published as revisions, and chosen by those who use them.
@NullMarked
package io.keelson.operator.component;

import org.jspecify.annotations.NullMarked;
