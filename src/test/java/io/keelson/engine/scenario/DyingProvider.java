package io.keelson.engine.scenario;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.testing.ProviderDecorator;

/// The provider of a process that dies with its fuse, before a call has its effect or after.
final class DyingProvider extends ProviderDecorator {
  private final Fuse fuse;

  DyingProvider(Provider real, Fuse fuse) {
    super(real);
    this.fuse = fuse;
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    if (!fuse.burn()) return unheard();
    var answer = super.apply(request);
    return fuse.burn() ? answer : unheard();
  }

  private static ApplyAnswer unheard() {
    return new ApplyAnswer.OutcomeUnknown(
        Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "Dead", "The process is dead."));
  }
}
