package io.keelson.provider.plugin.install;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class UnpackBudgetTest {
  /// The modules of `@pulumi/aws` 7 with what they need, twice over.
  @Test
  void packageForNode_fitsIn_andAFolderWithoutEndDoesNot() throws IOException {
    var budget = new UnpackBudget();
    for (int i = 0; i < 2 * 20_481; i++) budget.file("node_modules/" + i);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10_000; i++) budget.file("more/" + i);
            })
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("it has more files than allowed; 'more/");
  }
}
