package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Type;
import java.util.Optional;

/// Reads `deletedWith`: the address of a declared resource or component, or of an instance of one.
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
    record Of(Optional<Target> container) implements Read {}

    record Wrong(Diagnostic diagnostic) implements Read {}
  }

  Read read(Optional<String> written) {
    if (written.isEmpty()) return new Read.Of(Optional.empty());
    Target container;
    try {
      container = Target.parse(written.get());
    } catch (IllegalArgumentException e) {
      return wrong(Code.BAD_ADDRESS, "Not an address", e.getMessage() + ".");
    }
    return container
        .block()
        .map(each -> resource(container, each))
        .orElseGet(() -> component(container));
  }

  private Read resource(Target container, ResourceAddress resource) {
    if (subject.equals(Subject.of(resource))) return itself();
    if (resource.mode() != ResourceAddress.Mode.MANAGED)
      return wrong(
          Code.BAD_REFERENCE,
          "It is never destroyed",
          resource + " is only read or opened, so nothing goes with it. Name a managed resource.");
    if (!types.has(resource)) return wrong(Code.UNDECLARED, "Undeclared resource", none(resource));
    return new Read.Of(Optional.of(container));
  }

  /// What stands in a component cannot name it, so only the component can name itself.
  private Read component(Target container) {
    if (subject.equals(Subject.of(container.path().first(1)))) return itself();
    return obstacle(container.component()).orElseGet(() -> new Read.Of(Optional.of(container)));
  }

  /// What is wrong with the way to a component. Of what cannot be used nobody knows what is in it.
  private Optional<Read> obstacle(ComponentInstance wanted) {
    var names = wanted.path().names();
    var outermost = types.outputsOf(names.getFirst());
    if (outermost.isEmpty())
      return Optional.of(none(wanted.path().first(1), types.componentRemedy(names.getFirst())));
    var keys = Keys.of(outermost.get().whole());
    var body = outermost.get().body();
    for (int depth = 1; true; depth++) {
      var wrong = wrongKey(wanted, depth, keys);
      if (wrong.isPresent() || depth == names.size() || body.isEmpty()) return wrong;
      var name = names.get(depth);
      if (body.get().frozenComponents().contains(name)) return Optional.empty();
      var known = body.get().components();
      var inner = known.get(name);
      if (inner == null)
        return Optional.of(
            none(wanted.path().first(depth + 1), Nearest.advice(name, known.keySet())));
      keys = Keys.of(inner.repetition());
      body = Optional.of(inner.body());
    }
  }

  /// How the instances of a component are told apart.
  private enum Keys {
    UNKNOWN,
    NONE,
    NUMBERS,
    TEXTS;

    private static Keys of(Type outputs) {
      return switch (outputs) {
        case Type.ObjectOf _ -> NONE;
        case Type.ListOf _ -> NUMBERS;
        case Type.MapOf _ -> TEXTS;
        default -> UNKNOWN;
      };
    }

    private static Keys of(Repetition repetition) {
      return switch (repetition) {
        case Repetition.Single _, Repetition.Enabled _ -> NONE;
        case Repetition.Count _ -> NUMBERS;
        case Repetition.ForEach _ -> TEXTS;
      };
    }
  }

  private Optional<Read> wrongKey(ComponentInstance wanted, int depth, Keys keys) {
    var path = wanted.path().first(depth);
    boolean last = depth == wanted.path().depth();
    return switch (wanted.keys().get(depth - 1)) {
      case InstanceKey.None _ when !last && (keys == Keys.NUMBERS || keys == Keys.TEXTS) ->
          Optional.of(
              wrongKey(
                  path
                      + " may have several instances, each with its own component."
                      + wanted.path().names().get(depth)
                      + ". Write the key of the one that is meant."));
      case InstanceKey.None _ -> Optional.empty();
      case InstanceKey _ when keys == Keys.NONE ->
          Optional.of(
              wrongKey(
                  path
                      + " has neither count nor forEach, so its instance has no key. Leave the key"
                      + " out."));
      case InstanceKey.Key _ when keys == Keys.NUMBERS ->
          Optional.of(
              wrongKey("The instances of " + path + " are counted. Write a number as the key."));
      case InstanceKey.Index _ when keys == Keys.TEXTS ->
          Optional.of(
              wrongKey(
                  "The instances of "
                      + path
                      + " are those of a forEach. Write the key in quotes."));
      case InstanceKey _ -> Optional.empty();
    };
  }

  private Read wrongKey(String detail) {
    return wrong(Code.BAD_REFERENCE, "Not an instance of the component", detail);
  }

  private Read none(ComponentPath component, String remedy) {
    return wrong(
        Code.UNDECLARED,
        "Undeclared component",
        "There is no " + component + " here." + (remedy.isEmpty() ? "" : " " + remedy));
  }

  private Read itself() {
    return wrong(
        Code.SELF_REFERENCE,
        "Nothing goes with itself",
        "Name what destroys this object when it is destroyed, or remove the option.");
  }

  private String none(ResourceAddress resource) {
    var remedy = types.remedy(resource, subject.about());
    return "The stack has no resource " + resource + "." + (remedy.isEmpty() ? "" : " " + remedy);
  }

  private Read wrong(Code code, String summary, String detail) {
    return new Read.Wrong(Diagnostic.error(code, subject, summary, detail).at(PATH));
  }
}
