package io.keelson.engine.program;

/// Takes what a program registers, and answers with what becomes of it. May be called from several
/// threads at once; each call returns when its answer is there, which may take as long as the
/// operations that it waits for.
public interface Registrar extends FunctionCalls {
  /// A resource, or a component that is a program itself.
  RegistrationAnswer register(Registration registration);

  /// An object that others manage.
  RegistrationAnswer read(Lookup lookup);

  /// The result of a method.
  RegistrationAnswer call(Method method);
}
