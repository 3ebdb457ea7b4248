package io.keelson.provider.pulumi.program;

/// Where a program wants what it asks for to come from. Nothing of it chooses a provider: that is
/// the one that the component has for the package.
///
/// @param provider the reference to a provider; empty where none is named
/// @param downloadUrl of the plugin; empty where none is named
/// @param packageRef the reference to a package; empty where none is named
/// @rule R-PRG-25
record Origin(String provider, String downloadUrl, String packageRef) {
  void check(Session session, Registrant who) throws Refusal {
    if (!downloadUrl.isEmpty())
      throw who.option("pluginDownloadURL", "Install its provider here as a Provider");
    if (!packageRef.isEmpty() && !session.isPackage(packageRef))
      throw who.refusal("is of a package that was not registered in this run of the program");
    if (!provider.isEmpty() && !session.isProvider(provider))
      throw who.refusal(
          "has a provider that this run of the program was not given. Give the component a"
              + " ProviderConfig in 'providers', and use that");
  }
}
