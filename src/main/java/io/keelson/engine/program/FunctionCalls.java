package io.keelson.engine.program;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Value;
import java.util.SortedSet;

/// Calls functions of providers for a component, as far as it has configurations for them.
public interface FunctionCalls {
  /// The result of a function of a provider; unknown where it cannot be told yet.
  ///
  /// @param token what the function is called in its package, such as `std:index:abs`
  /// @param arguments an object of any type; unknown and marked as they are given
  /// @param needs what it is called after; of a program, everything that it has registered
  RegistrationAnswer call(String token, Value arguments, SortedSet<ResourceAddress> needs);
}
