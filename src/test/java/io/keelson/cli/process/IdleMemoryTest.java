package io.keelson.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class IdleMemoryTest {
  private int collections;
  private int given;

  private final IdleMemory memory =
      new IdleMemory(
          () -> collections,
          () -> {
            collections++;
            given++;
          });

  @AfterEach
  void stop() {
    memory.close();
  }

  @Test
  void whileItWorks_nothingIsGivenBack() {
    for (int i = 0; i < 10; i++) {
      collections += 3;
      memory.look();
    }

    assertThat(given).isZero();
  }

  @Test
  void whenWorkHasEnded_memoryIsGivenBackOnce() {
    collections += 100;
    memory.look();
    assertThat(given).isZero();

    memory.look();
    memory.look();
    memory.look();

    assertThat(given).isEqualTo(1);
  }

  @Test
  void whenNextToNothingIsDone_nothingIsGivenBack() {
    collections += 100;
    memory.look();
    memory.look();
    assertThat(given).isEqualTo(1);

    for (int i = 0; i < 4; i++) {
      collections++;
      memory.look();
      memory.look();
    }

    assertThat(given).isEqualTo(1);
  }

  @Test
  void afterMoreWork_memoryIsGivenBackAgain() {
    collections += 100;
    memory.look();
    memory.look();
    collections += 5;
    memory.look();
    memory.look();

    assertThat(given).isEqualTo(2);
  }
}
