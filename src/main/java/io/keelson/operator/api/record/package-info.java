/// The custom resource ResourceInstance, which is the state.
@NullMarked
package io.keelson.operator.api.record;

import org.jspecify.annotations.NullMarked;
