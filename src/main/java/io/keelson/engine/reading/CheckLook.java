package io.keelson.engine.reading;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.evaluation.ConditionCheck;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.object.Unexpected;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.function.BiFunction;

/// Evaluates a check, and reads its data source first if it has one. Planning and applying both
/// evaluate checks here. Nothing depends on a check: when its data source cannot be read, only a
/// diagnostic says so.
///
/// @rule R-COND-9
public final class CheckLook {
  private final DataReader reader;
  private final BiFunction<InstanceAddress, Unmarked, Answer<FoundData>> ask;
  private final StackScope scope;

  /// @param ask reads a data source, or returns what an earlier read gave
  public CheckLook(
      DataReader reader,
      BiFunction<InstanceAddress, Unmarked, Answer<FoundData>> ask,
      StackScope scope) {
    this.reader = reader;
    this.ask = ask;
    this.scope = scope;
  }

  /// Reads data sources anew.
  public CheckLook(DataReader reader, StackScope scope) {
    this(reader, reader::read, scope);
  }

  /// @param pending whether what the data source looks at is still to change, so that it is read
  ///   later
  public CheckResult at(CheckConfig check, boolean pending) {
    var names = scope.in(check.in());
    if (check.data().isEmpty()) return ConditionCheck.assertions(check, names);
    var data = check.data().get();
    var at = address(check, data);
    try {
      var obstacles = reader.obstacles(at);
      boolean later = pending || reader.isPending(at);
      if (!later && !obstacles.isEmpty()) return broken(check, obstacles);
      return switch (data.body().evaluate(names)) {
        case Evaluated.Failed(var problems) -> broken(check, problems);
        case Evaluated.Ok(var body) when later || !body.whollyKnown() ->
            asserted(check, data, Value.unknown(reader.schema(at).type()));
        case Evaluated.Ok(var body) -> read(check, data, body.unmark());
      };
    } catch (RuntimeException e) {
      return broken(check, List.of(Unexpected.told(Subject.of(at), e)));
    }
  }

  private static InstanceAddress address(CheckConfig check, ResourceConfig data) {
    return data.address().instance(new InstanceKey.None().within(check.in().keys()));
  }

  private CheckResult read(CheckConfig check, ResourceConfig data, Unmarked body) {
    var at = address(check, data);
    var problems = reader.problems(at, body);
    if (Diagnostic.anyError(problems)) return broken(check, problems);
    return switch (ask.apply(at, body)) {
      case Answer.Failed(var why) -> broken(check, why);
      case Answer.Deferred(var deferral) -> broken(check, reader.cannotWait(at, deferral));
      case Answer.Given(var found) -> asserted(check, data, reader.marked(at, found, body));
    };
  }

  private CheckResult asserted(CheckConfig check, ResourceConfig data, Value value) {
    var own = new Root.Resource(data.address().local());
    var names = scope.in(check.in());
    return ConditionCheck.assertions(
        check, root -> root.equals(own) ? Evaluated.of(value) : names.resolve(root));
  }

  /// A data source that cannot be read leaves open what the check asserts.
  private static CheckResult broken(CheckConfig check, List<Diagnostic> why) {
    var path = AttributePath.of("data");
    return new CheckResult(
        CheckResult.Status.ERROR,
        why.stream()
            .map(each -> each.about(check.subject()).at(path.then(each.path())).asWarning())
            .toList());
  }
}
