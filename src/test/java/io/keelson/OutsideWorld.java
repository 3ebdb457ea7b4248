package io.keelson;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import io.keelson.engine.object.Unexpected;
import java.util.Set;
import java.util.regex.Pattern;

/// The ways by which code learns what it was not given, or tells what nobody asked it for.
enum OutsideWorld {
  CLOCK(
      "java\\.lang\\.System\\.(nanoTime|currentTimeMillis)",
      "java\\.time\\.[\\w.]+\\.now",
      "java\\.time\\.(Clock|InstantSource)\\.\\w+",
      "java\\.util\\.(Date|Calendar|GregorianCalendar|Timer)\\..+",
      "java\\.util\\.concurrent\\.Scheduled\\w+\\..+"),
  SLEEP(
      "java\\.lang\\.Thread\\.sleep",
      "java\\.util\\.concurrent\\.TimeUnit\\.sleep",
      "java\\.util\\.concurrent\\.locks\\.LockSupport\\.park(Nanos|Until)"),
  RANDOMNESS(
      "java\\.lang\\.(Math|StrictMath)\\.random",
      "java\\.util\\.(Random|SplittableRandom|concurrent\\.ThreadLocalRandom|random\\.\\w+)\\..+",
      "java\\.security\\.SecureRandom\\..+",
      "java\\.util\\.UUID\\.randomUUID",
      "java\\.util\\.Collections\\.shuffle"),
  /// What differs from one machine to the next.
  MACHINE(
      "java\\.lang\\.System\\.(getenv|getProperty|getProperties|lineSeparator|identityHashCode|in)",
      "java\\.util\\.(Locale|TimeZone)\\.getDefault",
      "java\\.time\\.ZoneId\\.systemDefault"),
  LOG(
      "java\\.lang\\.System\\.(getLogger|out|err)",
      "java\\.lang\\.System\\$Logger\\..+",
      "java\\.util\\.logging\\..+",
      "java\\.lang\\.\\w+\\.printStackTrace");

  /// Where a bug of ours happened is nothing that a plan could hold: it goes to the log, without
  /// the message of the exception.
  private static final Set<Class<?>> LOGGING = Set.of(Unexpected.class);

  private final Pattern members;

  OutsideWorld(String... members) {
    this.members = Pattern.compile(String.join("|", members));
  }

  /// The classes of the engine that may go this way all the same.
  Set<Class<?>> exceptions() {
    return this == LOG ? LOGGING : Set.of();
  }

  DescribedPredicate<JavaClass> excepted() {
    return describe(
        "are excepted",
        each -> exceptions().stream().anyMatch(one -> each.getName().equals(one.getName())));
  }

  /// A call, a method reference, or a use of a field.
  DescribedPredicate<JavaAccess<?>> used() {
    return describe(
        "is of the outside world (" + this + ")",
        access -> is(access.getTarget().getOwner().getName() + "." + access.getName()));
  }

  private boolean is(String member) {
    return members.matcher(member).matches();
  }
}
