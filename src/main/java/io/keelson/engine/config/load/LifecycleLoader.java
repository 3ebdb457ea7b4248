package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Compiles the lifecycle options of one resource.
final class LifecycleLoader {
  private static final AttributePath LIFECYCLE = AttributePath.of("lifecycle");
  static final AttributePath PRECONDITIONS = LIFECYCLE.attribute("preconditions");
  static final AttributePath POSTCONDITIONS = LIFECYCLE.attribute("postconditions");

  private final ExpressionCompiler compiler;
  private final DeclaredTypes types;
  private final ResourceDeclaration declared;
  private final ResourceAddress address;
  private final Subject subject;
  private final Problems problems;

  LifecycleLoader(
      ExpressionCompiler compiler,
      DeclaredTypes types,
      ResourceDeclaration declared,
      Problems problems) {
    this.compiler = compiler;
    this.types = types;
    this.declared = declared;
    this.address = declared.address();
    this.subject = Subject.of(address);
    this.problems = problems;
  }

  /// @param scope what expressions of the resource may name
  Lifecycle load(Schema schema, TypeScope scope) {
    var conditions = new CheckRuleLoader(compiler, subject, problems);
    var written = declared.lifecycle();
    if (address.mode() != ResourceAddress.Mode.MANAGED) refuseObjectOptions(written);
    else refuseBothOrders(written);
    return new Lifecycle(
        written.createBeforeDestroy(),
        written.deleteBeforeReplace(),
        written.preventDestroy(),
        written.destroy(),
        written.onPartialCreate(),
        ignoreChanges(schema),
        optionPaths("replaceOnChanges", written.replaceOnChanges(), schema),
        sensitive(schema),
        replaceTriggeredBy(scope),
        replaceTrigger(scope),
        deletedWith(),
        timeouts(),
        conditions.load(written.preconditions(), scope, PRECONDITIONS),
        conditions.load(
            written.postconditions(),
            DeclaredTypes.withSelf(scope, schema.type()),
            POSTCONDITIONS));
  }

  /// A data source or an ephemeral resource has no object of its own: nothing is replaced,
  /// destroyed or compared.
  private void refuseObjectOptions(LifecycleDeclaration written) {
    refuseObjectOption("createBeforeDestroy", written.createBeforeDestroy());
    refuseObjectOption("deleteBeforeReplace", written.deleteBeforeReplace());
    refuseObjectOption("preventDestroy", written.preventDestroy());
    refuseObjectOption("destroy", !written.destroy());
    refuseObjectOption("onPartialCreate", written.onPartialCreate() != PartialCreate.REPLACE);
    refuseObjectOption("ignoreChanges", !written.ignoreChanges().isEmpty());
    refuseObjectOption("replaceOnChanges", !written.replaceOnChanges().isEmpty());
    refuseObjectOption("sensitive", !written.sensitive().isEmpty());
    refuseObjectOption("replaceTriggeredBy", !written.replaceTriggeredBy().isEmpty());
    refuseObjectOption("replaceTrigger", written.replaceTrigger().isPresent());
    refuseObjectOption("deletedWith", written.deletedWith().isPresent());
    refuseObjectOption("timeouts", !written.timeouts().equals(Timeouts.NONE));
  }

  /// @rule R-PUL-1
  private void refuseBothOrders(LifecycleDeclaration written) {
    if (written.createBeforeDestroy() && written.deleteBeforeReplace())
      error(
          Code.INVALID_CONFIG,
          LIFECYCLE.attribute("deleteBeforeReplace"),
          "Both createBeforeDestroy and deleteBeforeReplace",
          "One says that the new object is made first, the other that the old one goes first."
              + " Remove one of them.");
  }

  private void refuseObjectOption(String option, boolean written) {
    if (written)
      error(
          Code.INVALID_CONFIG,
          LIFECYCLE.attribute(option),
          "Not an option of " + ResourceLoader.kind(address.mode()) + "s",
          (address.mode() == ResourceAddress.Mode.DATA
                  ? "A data source is only read"
                  : "An ephemeral resource is only opened and closed")
              + ", so it has no object that could be replaced, protected or compared. Remove the"
              + " option; preconditions and postconditions may stay.");
  }

  private Lifecycle.IgnoreChanges ignoreChanges(Schema schema) {
    var written = declared.lifecycle().ignoreChanges();
    if (written.equals(List.of("all")) || written.equals(List.of("*")))
      return new Lifecycle.IgnoreChanges.All();
    var paths = new ArrayList<PathPattern>();
    for (int i = 0; i < written.size(); i++) {
      var at = LIFECYCLE.attribute("ignoreChanges").index(i);
      var path = optionPath(written.get(i), at, schema);
      if (path.isPresent() && path.get().providers())
        problems.add(pointless(path.get().path(), at));
      else path.ifPresent(each -> paths.add(each.path()));
    }
    return new Lifecycle.IgnoreChanges.Only(paths);
  }

  private Diagnostic pointless(PathPattern path, AttributePath at) {
    return new Diagnostic(
        Code.INVALID_CONFIG,
        Severity.WARNING,
        "Nothing to ignore",
        "Only the provider sets '"
            + path
            + "', so no change of the configuration can be ignored there. Remove it.",
        subject,
        at);
  }

  /// @rule R-PUL-42
  private List<PathPattern> sensitive(Schema schema) {
    var written = declared.lifecycle().sensitive();
    int id = written.indexOf("id");
    if (id >= 0)
      error(
          Code.INVALID_CONFIG,
          LIFECYCLE.attribute("sensitive").index(id),
          "The id cannot be hidden",
          "Objects are told apart by their attribute id, in plans and messages, so it is always"
              + " shown. Remove it from the list.");
    return optionPaths("sensitive", written, schema);
  }

  /// @rule R-PUL-10
  private List<PathPattern> optionPaths(String option, List<String> written, Schema schema) {
    var paths = new ArrayList<PathPattern>();
    for (int i = 0; i < written.size(); i++)
      optionPath(written.get(i), LIFECYCLE.attribute(option).index(i), schema)
          .ifPresent(each -> paths.add(each.path()));
    return paths;
  }

  private Optional<OptionPath.Usable> optionPath(String text, AttributePath at, Schema schema) {
    return switch (OptionPath.read(text, schema)) {
      case OptionPath.Usable usable -> Optional.of(usable);
      case OptionPath.Wrong(var reason) -> {
        error(Code.BAD_REFERENCE, at, "Not an attribute of this resource", reason);
        yield Optional.empty();
      }
    };
  }

  private Optional<Target> deletedWith() {
    var loader = new DeletedWithLoader(types, Subject.of(address));
    return switch (loader.read(declared.lifecycle().deletedWith())) {
      case DeletedWithLoader.Read.Of(var container) -> container;
      case DeletedWithLoader.Read.Wrong(var diagnostic) -> {
        problems.add(diagnostic);
        yield Optional.empty();
      }
    };
  }

  /// @rule R-PUL-40
  private Timeouts timeouts() {
    var timeouts = declared.lifecycle().timeouts();
    timeouts
        .declared()
        .forEach((operation, timeout) -> {
          if (timeout.compareTo(Timeouts.SHORTEST) < 0)
            error(
                Code.INVALID_CONFIG,
                LIFECYCLE.attribute("timeouts").attribute(operation),
                "A timeout that is too short",
                "No call of a provider ends in less than a second. Give it more time, or leave the"
                    + " timeout out.");
        });
    return timeouts;
  }

  /// @rule R-PUL-14
  private Optional<Expression> replaceTrigger(TypeScope scope) {
    var place = new ExpressionCompiler.Place(subject, LIFECYCLE.attribute("replaceTrigger"));
    return declared
        .lifecycle()
        .replaceTrigger()
        .map(tree -> used(compiler.compile(tree, Types.DYNAMIC, scope, place)));
  }

  /// @rule R-RTB-1
  private List<Reference> replaceTriggeredBy(TypeScope scope) {
    var references = new ArrayList<Reference>();
    var written = declared.lifecycle().replaceTriggeredBy();
    for (int i = 0; i < written.size(); i++) {
      var at = LIFECYCLE.attribute("replaceTriggeredBy").index(i);
      var place = new ExpressionCompiler.Place(subject, at);
      switch (compiler.traversal(written.get(i), place)) {
        case ExpressionCompiler.Traversal.Failed(var diagnostic) -> problems.add(diagnostic);
        case ExpressionCompiler.Traversal.Ok(var reference) -> {
          if (reference.root() instanceof Root.Resource(var named)
              && named.mode() != ResourceAddress.Mode.MANAGED) problems.add(noTrigger(named, at));
          // Compiled like an expression only to be checked against what is declared.
          used(
              compiler.compile(
                  Value.text("${" + written.get(i) + "}"), Types.DYNAMIC, scope, place));
          references.add(reference);
        }
      }
    }
    return references;
  }

  /// @rule R-RTB-1
  /// @rule R-RTB-9
  private Diagnostic noTrigger(ResourceAddress named, AttributePath at) {
    if (named.mode() == ResourceAddress.Mode.EPHEMERAL)
      return Diagnostic.error(
              Code.BAD_REFERENCE,
              subject,
              "An ephemeral resource triggers nothing",
              named
                  + " is opened anew for every plan and recorded nowhere, so no change of it can be"
                  + " told. Name something that is recorded.")
          .at(at);
    return Diagnostic.error(
            Code.BAD_REFERENCE,
            subject,
            "A data source triggers nothing",
            named
                + " is only read, so no plan changes it. To replace when a value that was read"
                + " changes, give it to triggers_replace of a terraform_data, and name that one.")
        .at(at);
  }

  private Expression used(ExpressionCompiler.Compiled compiled) {
    return switch (compiled) {
      case ExpressionCompiler.Compiled.Ok(var expression) -> expression;
      case ExpressionCompiler.Compiled.Failed(var diagnostics) -> {
        problems.addAll(diagnostics);
        yield Expression.constant(Value.nothing(Types.DYNAMIC));
      }
    };
  }

  private void error(Code code, AttributePath path, String summary, String detail) {
    problems.add(Diagnostic.error(code, subject, summary, detail).at(path));
  }
}
