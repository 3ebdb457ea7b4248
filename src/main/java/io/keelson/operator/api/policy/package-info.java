/// The custom resource Policy.
@NullMarked
package io.keelson.operator.api.policy;

import org.jspecify.annotations.NullMarked;
