import io.keelson.cli.provider.Mirrors;
import io.keelson.cli.provider.PluginInstaller;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.Providers;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import io.keelson.operator.stack.context.ProviderPrograms.Use;
import io.keelson.operator.stack.context.StackKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Providers as the operator installs them, for the engine alone.
///
/// @param providers ready to be configured
/// @param started how many seconds it took until all were verified and had told their schemas
record BenchProviders(PluginInstaller installer, Providers providers, double started)
    implements AutoCloseable {

  /// @param folder for what is installed
  /// @param declared by the names of their configurations
  static BenchProviders install(Path folder, SortedMap<String, Provider> declared)
      throws IOException {
    long begin = System.nanoTime();
    var sockets = Files.createTempDirectory("kb");
    var installer = PluginInstaller.in(folder, sockets, Mirrors.NONE, null, "");
    var configurable = new TreeMap<String, ConfigurableProvider>();
    declared.forEach((name, each) -> configurable.put(name, made(installer, name, each)));
    return new BenchProviders(
        installer, new Providers(List.of(), configurable), Program.secondsSince(begin));
  }

  private static ConfigurableProvider made(
      PluginInstaller installer, String name, Provider declared) {
    return switch (installer.install(declared)) {
      case Installed.Ready(_, var program) ->
          program
              .maker()
              .make(
                  new Use(
                      new StackKey("bench", "things"),
                      "uid-1",
                      name,
                      Optional.of(List.of("account")),
                      Optional.empty()));
      case Installed.Failed(var message, _) -> throw new IllegalStateException(message);
    };
  }

  @Override
  public void close() {
    installer.close();
  }
}
