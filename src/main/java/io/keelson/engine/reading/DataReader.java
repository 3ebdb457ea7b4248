package io.keelson.engine.reading;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.evaluation.MadeValues;
import io.keelson.engine.object.EphemeralValues;
import io.keelson.engine.object.PlanChecks;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.MethodRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.value.Extent;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;

/// Reads data sources, and checks what providers answer. Planning and applying both ask here.
public final class DataReader {
  private final ConfiguredProviders providers;
  private final StackConfig config;
  private final MadeValues made;
  private final boolean planning;

  /// A reader for an apply.
  ///
  /// @param limits that the plan was made with
  public static DataReader applying(
      ConfiguredProviders providers, StackConfig config, Limits limits) {
    return new DataReader(providers, config, new MadeValues(limits.characters()), false);
  }

  /// A reader for a plan.
  ///
  /// @param made counts the values that all of a plan makes
  public static DataReader planning(
      ConfiguredProviders providers, StackConfig config, MadeValues made) {
    return new DataReader(providers, config, made, true);
  }

  private DataReader(
      ConfiguredProviders providers, StackConfig config, MadeValues made, boolean planning) {
    this.providers = providers;
    this.config = config;
    this.made = made;
    this.planning = planning;
  }

  /// What is wrong with a configuration, as far as that can be told without reading.
  ///
  /// @param config may hold unknowns
  /// @return diagnostics about the instance
  /// @rule R-WO-3
  public List<Diagnostic> problems(InstanceAddress at, Unmarked config) {
    var subject = Subject.of(at);
    var misplaced = EphemeralValues.misplaced(schema(at), subject, config);
    return Secrecy.of(config).about(subject, misplaced.isEmpty() ? found(at, config) : misplaced);
  }

  private List<Diagnostic> found(InstanceAddress at, Unmarked config) {
    var refused = schema(at).receiver().map(method -> receiver(at, method));
    return refused.isPresent() && refused.get() instanceof Receiver.Found.Refused(var why)
        ? List.of(why)
        : provider(at).validateData(at.resource().type(), config);
  }

  /// Asks the provider.
  ///
  /// @param config wholly known
  /// @return an answer that keeps the contract, or diagnostics about the instance
  /// @rule R-CHK-17
  public Answer<FoundData> read(InstanceAddress at, Unmarked config) {
    var subject = Subject.of(at);
    var secrecy = Secrecy.of(config);
    return secrecy
        .in(asked(at, config).about(subject))
        .map(found -> {
          var known = secrecy.and(marked(at, found, config));
          return new FoundData(
              found.value(), found.secret(), known.about(subject, found.warnings()));
        });
  }

  private Answer<FoundData> asked(InstanceAddress at, Unmarked config) {
    Provider provider = provider(at);
    var subject = Subject.of(at);
    var misplaced = EphemeralValues.misplaced(schema(at), subject, config);
    if (!misplaced.isEmpty()) return new Answer.Failed<>(misplaced);
    return given(provider, at, config)
        .then(found -> {
          var wrong = PlanChecks.given(schema(at), subject, provider.name(), found.value(), "read");
          return wrong.isEmpty() ? counted(at, found) : new Answer.Failed<>(wrong);
        });
  }

  /// @rule R-PRG-26
  private Answer<FoundData> given(Provider provider, InstanceAddress at, Unmarked config) {
    var type = at.resource().type();
    var method = schema(at).receiver();
    if (method.isEmpty()) return provider.readData(type, at, config);
    return switch (receiver(at, method.get())) {
      case Receiver.Found.Refused(var why) -> Answer.failed(why);
      case Receiver.Found.Component(var instance, var program) ->
          provider.call(
              new MethodRequest(
                  type,
                  at,
                  instance,
                  config,
                  planning,
                  (token, arguments, _) ->
                      new ProgramFunctions(providers)
                          .call(instance, program, token, arguments, false)));
    };
  }

  private Receiver.Found receiver(InstanceAddress at, Schema.Receiver method) {
    return new Receiver(config, at, method).find();
  }

  /// What is asked: of a method also which component has it.
  public DataMemo.Question question(InstanceAddress at, Unmarked config) {
    var question = DataMemo.Question.of(provider(at), at, config);
    return schema(at)
        .receiver()
        .map(method -> receiver(at, method))
        .filter(Receiver.Found.Component.class::isInstance)
        .map(found -> question.of(((Receiver.Found.Component) found).instance()))
        .orElse(question);
  }

  /// The answer, if there is room for it beside the other values of the plan.
  ///
  /// @rule R-LIM-6
  public Answer<FoundData> counted(InstanceAddress at, FoundData found) {
    return made.objectionToReading(Extent.characters(found.value(), Long.MAX_VALUE))
        .map(why ->
            Answer.<FoundData>failed(
                Diagnostic.error(Code.VALUES_TOO_LARGE, Subject.of(at), "Values too large", why)))
        .orElseGet(() -> Answer.of(found));
  }

  /// Asks the provider while a plan is carried out: later plans start from what it says.
  ///
  /// @param config wholly known
  public Answer<FoundData> read(InstanceAddress at, Unmarked config, DataMemo memo) {
    var answer = read(at, config);
    answer.given().ifPresent(found -> memo.remember(at, question(at, config), found));
    return answer;
  }

  /// What others see of an answer: with the marks of the schema, of the configuration, and of what
  /// the provider says comes from a Secret.
  ///
  /// @rule R-SENS-3
  public Value marked(InstanceAddress at, FoundData answer, Unmarked config) {
    return Sensitivity.secret(
        Sensitivity.marked(schema(at), answer.value(), config, provider(at).configuration()),
        answer.secret(),
        at.toString());
  }

  /// The diagnostics for a deferral where nothing can wait for the data.
  public List<Diagnostic> cannotWait(InstanceAddress at, Deferral deferral) {
    return LateDeferral.of(Subject.of(at), provider(at).name(), deferral);
  }

  /// The provider that reads. Where its configuration is not known, the earlier one is not asked:
  /// it may look elsewhere.
  ///
  /// @rule R-UNK-12
  public Provider provider(InstanceAddress at) {
    return providers.toCreate(at.resource()).orElseThrow();
  }

  /// Why nothing can be asked now: the configuration of its provider has a problem. Afterwards it
  /// can be told whether that is [#isPending].
  List<Diagnostic> obstacles(InstanceAddress at) {
    return providers.problems(at, InstanceState.NONE);
  }

  /// Whether the configuration of its provider depends on something that is yet to be done.
  boolean isPending(InstanceAddress at) {
    return planning && providers.isPending(at.resource());
  }

  public Schema schema(InstanceAddress at) {
    return providers.schema(at.resource()).orElseThrow();
  }
}
