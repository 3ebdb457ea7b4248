package io.keelson.operator.provider;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import io.keelson.operator.requests.FirstListing;
import io.keelson.retry.Backoff;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Is told of each Provider that changed or is deleted. Installs each generation once, tries again
/// after failures that may pass, and decides whether a deleted Provider may go. The condition Ready
/// is set by [ProviderReports].
public final class ProviderInstallations implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderInstallations.class);
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(5));

  private final KubernetesClient client;
  private final ProviderUse use;
  private final ProviderInstaller installer;
  private final InstalledProviders installed;
  private final ProviderReports reports;
  private final Runnable news;
  private final Map<String, Attempt> attempts = new HashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("provider-retries").factory());
  private volatile boolean closed;

  /// The attempts to install one generation.
  ///
  /// @param failures how many attempts have failed so far
  private record Attempt(String declaration, int failures) {}

  /// @param news called after a Provider may have become usable or unusable
  public ProviderInstallations(
      KubernetesClient client,
      ProviderInstaller installer,
      InstalledProviders installed,
      ProviderReports reports,
      Runnable news) {
    this.client = client;
    this.use = new ProviderUse(client);
    this.installer = installer;
    this.installed = installed;
    this.reports = reports;
    this.news = news;
  }

  /// Starts the installation of every Provider that exists; from then on a name that is not known
  /// has no Provider.
  public void observeAll() {
    var first = new FirstListing(client, () -> closed);
    if (first.of(Provider.class, this::observe)) installed.complete();
  }

  /// Starts the installation of a Provider, unless it is going on or done.
  public void observe(Provider provider) {
    var name = provider.getMetadata().getName();
    var declaration =
        provider.getMetadata().getUid() + "/" + provider.getMetadata().getGeneration();
    synchronized (attempts) {
      var before = attempts.get(name);
      if (closed || before != null && before.declaration().equals(declaration)) return;
      attempts.put(name, new Attempt(declaration, 0));
    }
    installed.installing(provider, installer.type(provider));
    start(provider, declaration);
  }

  private void start(Provider provider, String declaration) {
    var _ =
        Thread.ofVirtual()
            .name("install " + provider.getMetadata().getName())
            .start(() -> install(provider, declaration));
  }

  private void install(Provider provider, String declaration) {
    try {
      reports.going(provider);
      var outcome = installer.install(provider);
      if (!isCurrent(provider, declaration)) return;
      installed.installed(provider, installer.type(provider), outcome);
      reports.tell(provider, outcome);
      news.run();
      if (outcome instanceof Installed.Failed(_, var mayPass) && mayPass)
        again(provider, declaration);
    } catch (RuntimeException e) {
      LOG.warn("Provider {}: {}", provider.getMetadata().getName(), e.getMessage(), e);
      again(provider, declaration);
    }
  }

  private boolean isCurrent(Provider provider, String declaration) {
    synchronized (attempts) {
      var attempt = attempts.get(provider.getMetadata().getName());
      return !closed && attempt != null && attempt.declaration().equals(declaration);
    }
  }

  private void again(Provider provider, String declaration) {
    int failures;
    synchronized (attempts) {
      var attempt = attempts.get(provider.getMetadata().getName());
      if (closed || attempt == null || !attempt.declaration().equals(declaration)) return;
      failures = attempt.failures() + 1;
      attempts.put(provider.getMetadata().getName(), new Attempt(declaration, failures));
    }
    long pause = BACKOFF.after(failures).toMillis();
    var _ = clock.schedule(() -> retry(provider, declaration), pause, TimeUnit.MILLISECONDS);
  }

  private void retry(Provider provider, String declaration) {
    if (isCurrent(provider, declaration)) start(provider, declaration);
  }

  /// Lets a deleted Provider go, if nothing needs it any more.
  ///
  /// @return whether it may go
  public boolean release(Provider provider) {
    var users = use.of(provider);
    if (!users.isEmpty()) {
      reports.inUse(provider, users);
      return false;
    }
    var name = provider.getMetadata().getName();
    synchronized (attempts) {
      attempts.remove(name);
    }
    installed.vanished(name);
    news.run();
    return true;
  }

  @Override
  public void close() {
    closed = true;
    clock.shutdownNow();
    installer.close();
  }
}
