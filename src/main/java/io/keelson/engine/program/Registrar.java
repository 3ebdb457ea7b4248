package io.keelson.engine.program;

import io.keelson.engine.value.Value;

/// Takes what a program registers, and answers with what becomes of it. May be called from several
/// threads at once; each call returns when its answer is there, which may take as long as the
/// operations that it waits for.
public interface Registrar {
  /// A resource, or a component that is a program itself.
  RegistrationAnswer register(Registration registration);

  /// The result of a function of a provider.
  ///
  /// @param token what the function is called in its package, such as `std:index:abs`
  /// @param arguments an object of any type; unknown and marked as the program gives it
  RegistrationAnswer call(String token, Value arguments);

  /// An object that others manage.
  RegistrationAnswer read(Lookup lookup);

  /// The result of a method.
  RegistrationAnswer call(Method method);
}
