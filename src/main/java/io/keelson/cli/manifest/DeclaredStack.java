package io.keelson.cli.manifest;

import io.keelson.cli.manifest.Manifests.Declared;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.offline.Preview;
import java.util.List;
import java.util.Optional;

/// A Stack, its Resources and its Components, as files declare them.
public record DeclaredStack(
    Declared<Stack> stack,
    List<Declared<Resource>> resources,
    List<Declared<Component>> components) {
  public StackKey key() {
    return StackKey.of(stack.object());
  }

  public Preview.Members members() {
    return new Preview.Members(
        resources.stream().map(Declared::object).toList(),
        components.stream().map(Declared::object).toList());
  }

  public List<LocatedProblem> findings(List<Diagnostic> diagnostics) {
    return diagnostics.stream().map(this::finding).toList();
  }

  /// What is no member of the files is told where the Stack is declared.
  private LocatedProblem finding(Diagnostic diagnostic) {
    var around = component(diagnostic.subject());
    if (around.isPresent()) return new LocatedProblem(around, diagnostic);
    var origin = diagnostic.subject().about().map(this::origin).orElse(Optional.of(stack.origin()));
    return new LocatedProblem(origin, diagnostic);
  }

  /// Where the component is used that a problem is about, or that is around it.
  private Optional<Origin> component(Subject subject) {
    var text = subject.toString();
    return components.stream()
        .filter(each -> {
          var path = Preview.address(each.object()).toString();
          return text.equals(path) || text.startsWith(path + ".") || text.startsWith(path + "[");
        })
        .map(Declared::origin)
        .findFirst();
  }

  /// Empty where nothing declares the address any more.
  private Optional<Origin> origin(ResourceAddress address) {
    return resources.stream()
        .filter(each -> Preview.address(each.object()).equals(address))
        .map(Declared::origin)
        .findFirst();
  }
}
