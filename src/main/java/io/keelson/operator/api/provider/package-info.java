/// The custom resources Provider and ProviderConfig.
@NullMarked
package io.keelson.operator.api.provider;

import org.jspecify.annotations.NullMarked;
