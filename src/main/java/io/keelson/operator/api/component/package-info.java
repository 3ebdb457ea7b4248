/// The custom resources ComponentDefinition, ComponentRevision and Component.
@NullMarked
package io.keelson.operator.api.component;

import org.jspecify.annotations.NullMarked;
