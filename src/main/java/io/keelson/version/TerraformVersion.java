package io.keelson.version;

/// Which Terraform this program is as good as to those who ask: providers when they are configured,
/// and registries, which leave out what that version could not use.
public final class TerraformVersion {
  public static final String EQUIVALENT = "1.12.0";

  private TerraformVersion() {}
}
