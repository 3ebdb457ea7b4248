package io.keelson.engine.object;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Chooses the action for one declared instance. Planning and applying both ask here, so that what
/// is applied was decided by the rules that were approved.
///
/// @rule R-PLAN-20
public final class InstancePlanner {
  private final Provider provider;
  private final Schema schema;
  private final ProviderProposals proposals;

  public InstancePlanner(Provider provider, Schema schema) {
    this.provider = provider;
    this.schema = schema;
    this.proposals = new ProviderProposals(provider, schema);
  }

  Provider provider() {
    return provider;
  }

  /// What the decision depends on.
  ///
  /// @param existing the current object; empty if there is none, or a replace leaves none
  /// @param forced what outside of the object forces a replacement; [Reason#NONE] if nothing does
  /// @param order which leg of a replacement comes first
  /// @param approved what the provider noted for the change that is carried out; empty while
  ///   planning
  public record Question(
      InstanceAddress at,
      ResourceConfig config,
      Scope scope,
      Optional<Existing> existing,
      Reason forced,
      ReplaceOrder order,
      Bytes approved) {

    /// While planning.
    public Question(
        InstanceAddress at,
        ResourceConfig config,
        Scope scope,
        Optional<Existing> existing,
        Reason forced,
        ReplaceOrder order) {
      this(at, config, scope, existing, forced, order, Bytes.NONE);
    }

    /// Whether the new object has nothing to do with this one.
    private boolean leavesBehind(Existing object) {
      return object.tainted() || forced == Reason.PROVIDER_CHANGED;
    }

    /// The object that the new one has nothing to do with, but whose place it takes.
    Optional<Existing> superseded() {
      return existing.filter(this::leavesBehind);
    }

    /// Why the new object has nothing to do with this one.
    private Reason leaving() {
      boolean reported = forced == Reason.BY_TRIGGERS || forced == Reason.PROVIDER_CHANGED;
      return reported ? forced : Reason.TAINTED;
    }
  }

  /// What is declared for an instance, as policies correct it, with marks.
  ///
  /// @rule R-PUL-42
  /// @rule R-POL-3
  public Evaluated evaluate(InstanceAddress at, ResourceConfig config, Scope scope) {
    return switch (config.body().evaluate(scope)) {
      case Evaluated.Failed(var diagnostics) ->
          new Evaluated.Failed(Diagnostic.within(at, diagnostics));
      case Evaluated.Ok(var value) ->
          switch (Remediation.of(at, config.remedies(), schema, scope, value)) {
            case Evaluated.Failed failed -> failed;
            case Evaluated.Ok(var corrected) ->
                new Evaluated.Ok(
                    SensitiveOption.mark(at, config.lifecycle().sensitive(), corrected));
          };
    };
  }

  /// What is declared for the instance that is asked about.
  public Evaluated evaluate(Question question) {
    return evaluate(question.at(), question.config(), question.scope());
  }

  /// A current object.
  ///
  /// @param sensitive where it is stored as sensitive
  public record Existing(
      Value value,
      Bytes privateData,
      Optional<RawState> identity,
      ObjectState.Status status,
      SensitivePaths sensitive) {

    /// @param prior the object as it was read, or stored
    /// @param stored its record
    public static Existing of(Prior prior, ObjectState stored) {
      return new Existing(
          prior.value(),
          prior.privateData(),
          prior.identity(),
          stored.status(),
          stored.sensitive());
    }

    private boolean tainted() {
      return status == ObjectState.Status.TAINTED;
    }

    private boolean unfinished() {
      return status == ObjectState.Status.UNFINISHED;
    }

    /// The value with marks where it is sensitive.
    public Value marked() {
      return Sensitivity.mark(value, sensitive);
    }
  }

  /// A decision.
  ///
  /// @param config what the user declared, without marks; with ignored changes taken out unless a
  ///   new object is made
  /// @param planned the planned state without marks
  /// @param marked the planned state with its marks
  /// @param promise how exactly the object will be as planned
  public record Decided(
      Action action,
      Reason reason,
      Unmarked config,
      Value planned,
      Value marked,
      Bytes privateData,
      PlannedState.Promise promise,
      List<Diagnostic> warnings) {
    /// Whether nothing is to be done.
    public boolean isQuiet() {
      return action instanceof Action.NoOp;
    }

    /// What is given to write-only attributes, by place; empty if that is nothing.
    public Optional<Value> writeOnly(Schema schema) {
      return WriteOnly.given(schema, config);
    }

    private Decided shown(Action reported, List<Diagnostic> warned) {
      return new Decided(reported, reason, config, planned, marked, privateData, promise, warned);
    }
  }

  /// @rule R-PLAN-3
  /// @rule R-PLAN-5
  public Answer<Decided> plan(Question question) {
    return Answer.of(evaluate(question)).then(config -> plan(question, config));
  }

  /// @param config the configuration as the question evaluates it
  /// @rule R-SENS-5
  public Answer<Decided> plan(Question question, Value config) {
    var known = Secrecy.of(config);
    var secrecy = question.existing().map(Existing::marked).map(known::and).orElse(known);
    return secrecy.in(planned(question, config)).map(decided -> shown(secrecy, decided));
  }

  private static Decided shown(Secrecy secrecy, Decided decided) {
    var whole = secrecy.and(decided.marked());
    return decided.shown(shown(whole, decided.action()), whole.in(decided.warnings()));
  }

  private static Action shown(Secrecy secrecy, Action action) {
    return action instanceof Action.Replace(var order, var forcedBy)
        ? new Action.Replace(order, secrecy.in(forcedBy))
        : action;
  }

  private Answer<Decided> planned(Question question, Value config) {
    var declared = config.unmark();
    var problems =
        new ArrayList<>(EphemeralValues.misplaced(schema, Subject.of(question.at()), declared));
    problems.addAll(
        TimeoutLimit.problems(question.at(), question.config().lifecycle().timeouts(), provider));
    if (problems.isEmpty())
      problems.addAll(
          Diagnostic.about(
              Subject.of(question.at()),
              provider.validate(question.at().resource().type(), declared)));
    return Diagnostic.anyError(problems)
        ? new Answer.Failed<>(problems)
        : decide(question, config, problems).then(decided -> unobstructed(question, decided));
  }

  /// A replacement that creates while the old object is there is none where that is in the way.
  private Answer<Decided> unobstructed(Question question, Decided decided) {
    // The new object is made in another real system, where the old one is not in the way.
    if (question.forced() == Reason.PROVIDER_CHANGED
        || !(decided.action() instanceof Action.Replace(var order, _))
        || order == ReplaceOrder.DESTROY_FIRST) return Answer.of(decided);
    var existing = question.existing().orElseThrow().value();
    return provider
        .obstacle(question.at().resource().type(), existing, decided.planned())
        .map(obstacle -> Answer.<Decided>failed(obstacle.about(Subject.of(question.at()))))
        .orElseGet(() -> Answer.of(decided));
  }

  /// @rule R-PLAN-8
  /// @rule R-PUL-12
  private Answer<Decided> decide(Question question, Value config, List<Diagnostic> warnings) {
    var usable = question.existing().filter(existing -> !question.leavesBehind(existing));
    return proposals
        .of(question, usable, Bytes.NONE, config)
        .then(made -> decide(question, config, usable, made, warnings));
  }

  private Answer<Decided> decide(
      Question question,
      Value config,
      Optional<Existing> usable,
      ProviderProposal made,
      List<Diagnostic> warnings) {
    var notes = new ArrayList<>(warnings);
    notes.addAll(made.warnings());
    usable.ifPresent(existing -> notes.addAll(uneven(question, existing, config)));
    if (question.existing().isEmpty())
      return decided(new Action.Create(), question.forced(), made, notes);
    if (usable.isEmpty())
      return decided(
          new Action.Replace(order(question, made), Collections.emptySortedSet()),
          question.leaving(),
          made,
          notes);
    Existing prior = usable.get();
    if (!made.forcedBy().isEmpty() || question.forced() != Reason.NONE)
      return replaceAnew(question, config, made, notes);
    var replacing = question.config().lifecycle().replaceOnChanges();
    if (prior.unfinished() && ReplaceOnChanges.isAny(replacing))
      return replaceAnew(question, config, made.replacedFor(Reason.UNFINISHED), notes);
    if (!made.planned().matches(prior.value())) {
      var changed = made.changing(ReplaceOnChanges.of(replacing, prior.value(), made.planned()));
      return changed.isEmpty()
          ? decided(new Action.Update(), updated(prior), made, notes)
          : replaceAnew(question, config, made.replacedFor(changed), notes);
    }
    if (prior.unfinished() || made.told().isPresent())
      return decided(
          new Action.Update(),
          prior.unfinished() ? Reason.UNFINISHED : Reason.BY_PROVIDER,
          made,
          notes);
    return sameValue(prior, made, notes);
  }

  /// @rule R-PUL-21
  private static Reason updated(Existing prior) {
    return prior.unfinished() ? Reason.UNFINISHED : Reason.NONE;
  }

  /// @rule R-PUL-16
  private static List<Diagnostic> uneven(Question question, Existing existing, Value config) {
    var ignored = question.config().lifecycle().ignoreChanges();
    return IgnoredChanges.withoutEffect(ignored, existing.value(), config).stream()
        .map(path ->
            Diagnostic.warning(
                Code.INVALID_CONFIG,
                Subject.of(question.at()),
                "Nothing is ignored",
                "The list of '"
                    + path
                    + "' has another length than that of the object. Which element is which cannot"
                    + " be told, so no change is ignored there."))
        .toList();
  }

  /// Equal values are nothing to do, unless what is secret about them changes. What is found now to
  /// repeat a secret did so before.
  ///
  /// @rule R-PLAN-11
  private static Answer<Decided> sameValue(
      Existing prior, ProviderProposal made, List<Diagnostic> notes) {
    var secrets = Sensitivity.paths(made.marked()).all();
    var repeated = EchoedSecrets.mark(prior.marked(), made.config());
    var before = Sensitivity.paths(Sensitivity.keepEchoes(prior, repeated, made.config())).all();
    boolean same = secrets.equals(before);
    return decided(same ? new Action.NoOp() : new Action.Update(), Reason.NONE, made, notes);
  }

  /// Plans the new object of a replace, as if nothing were there: computed attributes are open
  /// again, and ignored changes count. Only what the provider noted for itself goes on.
  ///
  /// @rule R-PLAN-9
  private Answer<Decided> replaceAnew(
      Question question, Value config, ProviderProposal first, List<Diagnostic> notes) {
    var reason = question.forced() == Reason.NONE ? first.replaced() : question.forced();
    var action = new Action.Replace(order(question, first), first.forcedBy());
    return proposals
        .of(question, Optional.empty(), first.privateData(), config)
        .then(made -> decided(action, reason, made, notes));
  }

  /// A provider may say that the old and the new object cannot exist together; only the declaration
  /// overrules it. In another real system the old one is not in the way.
  ///
  /// @rule R-PUL-4
  private static ReplaceOrder order(Question question, ProviderProposal made) {
    boolean destroysFirst =
        made.destroysFirst()
            && question.forced() != Reason.PROVIDER_CHANGED
            && !question.config().lifecycle().createBeforeDestroy();
    return destroysFirst && question.order() == ReplaceOrder.CREATE_FIRST
        ? ReplaceOrder.DESTROY_FIRST
        : question.order();
  }

  private static Answer<Decided> decided(
      Action action, Reason reason, ProviderProposal made, List<Diagnostic> notes) {
    return Answer.of(
        new Decided(
            action,
            reason,
            made.config(),
            made.planned(),
            made.marked(),
            made.privateData(),
            made.promise(),
            notes));
  }
}
