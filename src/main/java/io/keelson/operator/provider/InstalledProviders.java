package io.keelson.operator.provider;

import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import io.keelson.operator.stack.context.ProviderPrograms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What this process knows of the providers of the cluster, for those who want to use them.
public final class InstalledProviders implements ProviderPrograms {
  private record Known(Provider manifest, Optional<String> type, @Nullable Installed installed) {}

  private final Map<String, Known> all = new TreeMap<>();
  private boolean complete;

  synchronized void installing(Provider manifest, Optional<String> type) {
    var name = manifest.getMetadata().getName();
    var before = all.get(name);
    // A program that is installed is used until another outcome takes its place.
    all.put(name, new Known(manifest, type, before == null ? null : before.installed()));
  }

  synchronized void installed(Provider manifest, Optional<String> type, Installed installed) {
    all.put(manifest.getMetadata().getName(), new Known(manifest, type, installed));
  }

  synchronized void vanished(String name) {
    all.remove(name);
  }

  /// Called when every Provider that existed at the start is known.
  synchronized void complete() {
    complete = true;
  }

  @Override
  public synchronized Program named(String provider) {
    var known = all.get(provider);
    if (known == null && !complete) return new Program.Coming();
    if (known == null)
      return new Program.Unusable(
          Optional.empty(),
          "The cluster has no Provider '%s'. Create it, or correct spec.providerRef of the ProviderConfig."
              .formatted(provider));
    return program(known);
  }

  @Override
  public synchronized Program from(String source) {
    var programs = all.values().stream().map(InstalledProviders::program).toList();
    var usable =
        programs.stream()
            .filter(each -> each instanceof Program.Usable found && found.source().equals(source))
            .findFirst();
    if (usable.isPresent()) return usable.get();
    if (!complete || programs.stream().anyMatch(Program.Coming.class::isInstance))
      return new Program.Coming();
    return new Program.Unusable(
        Optional.empty(),
        "The cluster has no Provider with the source '%s' that is ready.".formatted(source));
  }

  @Override
  public synchronized Program ofType(String type) {
    var known = new TreeMap<String, Known>();
    all.forEach((name, each) -> {
      if (each.type().equals(Optional.of(type))) known.put(name, each);
    });
    if (known.size() == 1) return program(known.firstEntry().getValue());
    var meant = known.get(type);
    if (meant != null) return program(meant);
    return complete ? ProviderPrograms.none(type) : new Program.Coming();
  }

  @Override
  public synchronized List<Implicit> implicit() {
    var found = new ArrayList<Implicit>();
    all.forEach((name, known) -> {
      if (Boolean.TRUE.equals(known.manifest().getSpec().implicitConfig))
        known.type().ifPresent(type -> found.add(new Implicit(name, type, program(known))));
    });
    return found;
  }

  @Override
  public synchronized boolean knowsAll() {
    return complete;
  }

  private static Program program(Known known) {
    var installed = known.installed();
    return installed == null
        ? new Program.Coming()
        : installed.program(known.manifest(), known.type());
  }
}
