package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.Optional;

/// Reads `deletedWith`: the address of a declared resource, or of one of its instances.
///
/// @rule R-PUL-30
final class DeletedWithLoader {
  private static final AttributePath PATH = AttributePath.of("lifecycle").attribute("deletedWith");

  private final DeclaredTypes types;
  private final Subject subject;

  /// @param subject what goes with something else
  DeletedWithLoader(DeclaredTypes types, Subject subject) {
    this.types = types;
    this.subject = subject;
  }

  /// What was found, or what is wrong.
  sealed interface Read {
    record Of(Optional<InstanceAddress> container) implements Read {}

    record Wrong(Diagnostic diagnostic) implements Read {}
  }

  Read read(Optional<String> written) {
    if (written.isEmpty()) return new Read.Of(Optional.empty());
    InstanceAddress container;
    try {
      container = InstanceAddress.parse(written.get());
    } catch (IllegalArgumentException e) {
      return wrong(Code.BAD_ADDRESS, "Not an address", e.getMessage() + ".");
    }
    var resource = container.resource();
    if (subject.equals(Subject.of(resource)))
      return wrong(
          Code.SELF_REFERENCE,
          "Nothing goes with itself",
          "Name what destroys this object when it is destroyed, or remove the option.");
    if (resource.mode() != ResourceAddress.Mode.MANAGED)
      return wrong(
          Code.BAD_REFERENCE,
          "It is never destroyed",
          resource + " is only read or opened, so nothing goes with it. Name a managed resource.");
    if (!types.has(resource)) return wrong(Code.UNDECLARED, "Undeclared resource", none(resource));
    return new Read.Of(Optional.of(container));
  }

  private String none(ResourceAddress resource) {
    var remedy = types.remedy(resource, subject.about());
    return "The stack has no resource " + resource + "." + (remedy.isEmpty() ? "" : " " + remedy);
  }

  private Read wrong(Code code, String summary, String detail) {
    return new Read.Wrong(Diagnostic.error(code, subject, summary, detail).at(PATH));
  }
}
