package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whether each way into the outside world is seen when code goes it.
final class OutsideWorldTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importClasses(
              OfClock.class, OfSleep.class, OfRandomness.class, OfMachine.class, OfLog.class);

  @ParameterizedTest
  @EnumSource
  void way_isSeenInWhateverFormItIsGone(OutsideWorld way) {
    var going =
        switch (way) {
          case CLOCK -> OfClock.class;
          case SLEEP -> OfSleep.class;
          case RANDOMNESS -> OfRandomness.class;
          case MACHINE -> OfMachine.class;
          case LOG -> OfLog.class;
        };

    assertThat(seen(way, going)).isEqualTo(methods(going));
  }

  /// An exception that nobody needs any more would let the next one pass.
  @ParameterizedTest
  @EnumSource
  void exceptions_areNeeded(OutsideWorld way) {
    assertThat(way.exceptions())
        .allSatisfy(each ->
            assertThat(new ClassFileImporter().importClasses(each).get(each).getAccessesFromSelf())
                .anyMatch(way.used()));
  }

  private static Set<String> seen(OutsideWorld way, Class<?> going) {
    return CLASSES.get(going).getAccessesFromSelf().stream()
        .filter(way.used())
        .map(access -> access.getOrigin().getName())
        .collect(Collectors.toSet());
  }

  private static Set<String> methods(Class<?> of) {
    return Stream.of(of.getDeclaredMethods())
        .filter(each -> !each.isSynthetic())
        .map(each -> each.getName())
        .collect(Collectors.toSet());
  }

  interface OfClock {
    static long nanos() {
      return System.nanoTime();
    }

    static long millis() {
      return System.currentTimeMillis();
    }

    static Instant now() {
      return Instant.now();
    }

    static LocalDate today() {
      return LocalDate.now(ZoneOffset.UTC);
    }

    static Supplier<Instant> reference() {
      return Instant::now;
    }

    static Supplier<Instant> lambda() {
      return () -> Instant.now();
    }

    static Clock clock() {
      return Clock.tickMinutes(ZoneOffset.UTC);
    }

    static InstantSource source() {
      return InstantSource.system();
    }

    static void later(ScheduledExecutorService executor, Runnable work) {
      executor.schedule(work, 1, TimeUnit.DAYS).isDone();
    }
  }

  interface OfSleep {
    static void millis() throws InterruptedException {
      Thread.sleep(1);
    }

    static void duration() throws InterruptedException {
      Thread.sleep(Duration.ZERO);
    }

    static void unit() throws InterruptedException {
      TimeUnit.DAYS.sleep(1);
    }

    static void parked() {
      LockSupport.parkNanos(1);
    }
  }

  interface OfRandomness {
    static Random unseeded() {
      return new Random();
    }

    static Supplier<Random> reference() {
      return Random::new;
    }

    static double number() {
      return Math.random();
    }

    static int local() {
      return ThreadLocalRandom.current().nextInt();
    }

    static RandomGenerator generator() {
      return RandomGenerator.getDefault();
    }

    static UUID uuid() {
      return UUID.randomUUID();
    }

    static void shuffled(List<String> list) {
      Collections.shuffle(list);
    }
  }

  interface OfMachine {
    static String environment() {
      return System.getenv("HOME");
    }

    static String property() {
      return System.getProperty("user.dir");
    }

    static Locale locale() {
      return Locale.getDefault();
    }

    static ZoneId zone() {
      return ZoneId.systemDefault();
    }
  }

  interface OfLog {
    static void output() {
      System.out.println("said");
    }

    static System.Logger ofTheSystem() {
      return System.getLogger("engine");
    }

    static void ofTheLibrary(Logger logger) {
      logger.info("said");
    }

    static void trace(IllegalStateException exception) {
      exception.printStackTrace();
    }
  }
}
