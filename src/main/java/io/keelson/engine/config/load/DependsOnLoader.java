package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Root;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads which resources come first although no expression names them.
final class DependsOnLoader {
  private static final AttributePath DEPENDS_ON = AttributePath.of("dependsOn");

  /// `component.name.output`, with or without a key.
  private static final Pattern OUTPUT =
      Pattern.compile(
          "(component\\.[A-Za-z_][A-Za-z0-9_-]*(?:\\[.*])?)\\.([A-Za-z_][A-Za-z0-9_-]*)");

  private final DeclaredTypes types;
  private final Subject subject;
  private final Problems problems;

  /// @param subject what waits for them
  DependsOnLoader(DeclaredTypes types, Subject subject, Problems problems) {
    this.types = types;
    this.subject = subject;
    this.problems = problems;
  }

  /// @param written addresses of resources, components, or single outputs of these; a key is left
  ///   out, as dependencies are between resources
  List<Root> load(List<String> written) {
    var roots = new LinkedHashSet<Root>();
    for (int i = 0; i < written.size(); i++) {
      var path = DEPENDS_ON.index(i);
      try {
        if (ComponentInstance.isNamedBy(written.get(i))) component(written.get(i), path, roots);
        else {
          var resource = InstanceAddress.parse(written.get(i)).resource();
          if (types.has(resource)) roots.add(new Root.Resource(resource));
          else undeclared(resource, path);
        }
      } catch (IllegalArgumentException e) {
        error(Code.BAD_ADDRESS, path, "Not an address", e.getMessage() + ".");
      }
    }
    return List.copyOf(roots);
  }

  private void component(String written, AttributePath path, Set<Root> roots) {
    var output = OUTPUT.matcher(written);
    var component = ComponentInstance.parse(output.matches() ? output.group(1) : written);
    var name = component.path().names().getFirst();
    if (component.path().depth() > 1)
      error(
          Code.BAD_REFERENCE,
          path,
          "Not to be seen from here",
          written + " is inside of component." + name + ". Name that, or one of its outputs.");
    else if (!types.hasComponent(name)) undeclared(name, path);
    else if (output.matches() && !types.hasOutput(name, output.group(2)))
      error(
          Code.UNDECLARED,
          path,
          "Undeclared output",
          "component." + name + " has no output '" + output.group(2) + "'.");
    else
      roots.add(
          new Root.Component(
              name, output.matches() ? Optional.of(output.group(2)) : Optional.empty()));
  }

  private void undeclared(String component, AttributePath path) {
    var remedy = types.componentRemedy(component);
    error(
        Code.UNDECLARED,
        path,
        "Undeclared component",
        "There is no component." + component + " here." + (remedy.isEmpty() ? "" : " " + remedy));
  }

  private void undeclared(ResourceAddress resource, AttributePath path) {
    var remedy = types.remedy(resource, subject.about());
    error(
        Code.UNDECLARED,
        path,
        "Undeclared resource",
        "The stack has no resource " + resource + "." + (remedy.isEmpty() ? "" : " " + remedy));
  }

  private void error(Code code, AttributePath path, String summary, String detail) {
    problems.add(Diagnostic.error(code, subject, summary, detail).at(path));
  }
}
