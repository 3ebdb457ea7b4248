package io.keelson.engine.object;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.InstancePlanner.Existing;
import io.keelson.engine.object.InstancePlanner.Question;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeMap;

/// What a provider plans for one instance, checked.
record ProviderProposals(Provider provider, Schema schema) {
  /// Asks the provider to complete configuration merged over prior, and checks the answer.
  ///
  /// @param noted what the provider is given back where there is no object
  /// @rule R-PLAN-6
  /// @rule R-PLAN-7
  Answer<ProviderProposal> of(
      Question question, Optional<Existing> existing, Bytes noted, Value declared) {
    var subject = Subject.of(question.at());
    Value prior = existing.map(Existing::value).orElseGet(() -> Value.nothing(schema.type()));
    var hidden = question.config().lifecycle().sensitive();
    var ignored = question.config().lifecycle().ignoreChanges();
    Value considered =
        existing
            .filter(_ -> !ignored.patterns().isEmpty())
            .map(each -> SensitiveOption.markStored(question.at(), each.marked()))
            .map(there -> IgnoredChanges.apply(ignored, schema, there, declared))
            .orElse(declared);
    Unmarked config = SensitiveOption.mark(question.at(), hidden, considered).unmark();
    Value proposed = ProposedNewState.of(schema, prior, config.value());
    var timeouts = question.config().lifecycle().timeouts();
    var request =
        new PlanRequest(
            question.at().resource().type(),
            question.at(),
            prior,
            new Unmarked(proposed, config.marks()),
            config,
            existing.map(Existing::privateData).orElse(noted),
            existing.flatMap(Existing::identity),
            ignored.patterns(),
            question.approved(),
            question.superseded().map(Existing::privateData).orElse(Bytes.NONE),
            existing.isEmpty() ? timeouts.create() : timeouts.update());
    return provider
        .plan(request)
        .about(subject)
        .map(answer -> answer.exact() ? answer : kept(question, prior, answer))
        .then(answer -> checked(subject, prior, existing, config, answer))
        .map(made -> marked(question, existing, made));
  }

  private static ProviderProposal marked(
      Question question, Optional<Existing> existing, ProviderProposal made) {
    var hidden = question.config().lifecycle().sensitive();
    var echoing =
        existing
            .map(each -> Sensitivity.keepEchoes(each, made.marked(), made.config()))
            .orElseGet(made::marked);
    return made.marked(SensitiveOption.mark(question.at(), hidden, echoing));
  }

  private static PlannedState kept(Question question, Value prior, PlannedState answer) {
    return new PlannedState(
        IgnoredChanges.inPlanned(
            question.config().lifecycle().ignoreChanges(), prior, answer.value()),
        answer.requiresReplace(),
        answer.destroysFirst(),
        answer.privateData(),
        answer.promise(),
        answer.told(),
        answer.warnings());
  }

  /// @rule R-CHK-5
  /// @rule R-CHK-6
  /// @rule R-CHK-7
  private Answer<ProviderProposal> checked(
      Subject subject,
      Value prior,
      Optional<Existing> existing,
      Unmarked config,
      PlannedState answer) {
    var told = answer.value().unmark();
    Value planned = told.value();
    var wrong =
        new ArrayList<>(
            PlanChecks.conforms(schema, subject, provider.name(), planned, schema.type()));
    if (wrong.isEmpty() && answer.exact())
      wrong.addAll(
          PlanChecks.check(schema, subject, provider.name(), prior, config.value(), planned));
    if (wrong.isEmpty() && answer.told().isEmpty())
      wrong.addAll(
          ProviderReplacePaths.check(
              subject, provider.name(), answer.requiresReplace(), prior, planned));
    return Answer.unless(
        wrong,
        () ->
            new ProviderProposal(
                config,
                planned,
                marked(existing, config, told),
                answer.privateData(),
                answer.promise(),
                answer.told().isPresent()
                    ? answer.requiresReplace()
                    : ProviderReplacePaths.changed(
                        schema, answer.requiresReplace(), prior, planned),
                answer.told(),
                answer.destroysFirst(),
                Reason.CANNOT_UPDATE,
                Diagnostic.about(subject, answer.warnings())));
  }

  private Value marked(Optional<Existing> existing, Unmarked config, Unmarked told) {
    var marked = Sensitivity.marked(schema, told.value(), config, provider.configuration());
    // Most providers mark nothing.
    if (told.marks().isEmpty()) return told.remark(marked);
    return existing
        .filter(each -> told.value().matches(each.value()))
        .map(same -> known(same.sensitive(), Sensitivity.paths(marked), told))
        .orElse(told)
        .remark(marked);
  }

  /// What a provider says is secret in an object that stays as it is, without what it only says by
  /// now: that is no change. It counts where the declaration has a new secret, which the provider
  /// may find in another place.
  private static Unmarked known(SensitivePaths recorded, SensitivePaths declared, Unmarked told) {
    var marks = new TreeMap<>(told.marks());
    marks
        .keySet()
        .removeIf(path ->
            !recorded.covers(path)
                && declared.all().stream()
                    .noneMatch(each -> each.startsWith(path) && !recorded.covers(each)));
    return new Unmarked(told.value(), marks);
  }
}
