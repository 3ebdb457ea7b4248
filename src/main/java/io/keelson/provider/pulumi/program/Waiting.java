package io.keelson.provider.pulumi.program;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.FunctionCalls;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.wire.Property;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Passes on what a program asks for while it runs, counts it, and remembers what it was refused.
final class Waiting {
  static final int MOST_REGISTRATIONS = 1_000;

  /// Of all that a program asks its host.
  private static final int MOST_CALLS = 20_000;

  /// Of all that it sends with that: about what the values of a plan may have.
  private static final long MOST_MEBIBYTES = 64;

  private static final String NO_PROGRAM =
      "The method asks its host for more than its component and functions, which only a method can"
          + " that the program of a component calls. Let a component call it, and use an output of"
          + " that.";

  private final Optional<Registrar> registrar;
  private final FunctionCalls functions;
  private final Consumer<Property.Fields> hide;
  private final AtomicInteger registrations = new AtomicInteger();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final List<String> refusals = new CopyOnWriteArrayList<>();
  private final List<Pace> paces = new CopyOnWriteArrayList<>();
  private volatile String endpoint = "";
  private volatile boolean open;
  private volatile @Nullable RuntimeException broken;

  /// @param hide is told what nobody may see of what goes to and fro
  Waiting(Registrar registrar, Consumer<Property.Fields> hide) {
    this(Optional.of(registrar), registrar, hide);
  }

  private Waiting(
      Optional<Registrar> registrar, FunctionCalls functions, Consumer<Property.Fields> hide) {
    this.registrar = registrar;
    this.functions = functions;
    this.hide = hide;
  }

  /// Where no program runs that anything but functions could be passed on for.
  static Waiting forUser(FunctionCalls functions, Consumer<Property.Fields> hide) {
    return new Waiting(Optional.empty(), functions, hide);
  }

  /// @param address under which the monitor listens
  /// @param begun of the program
  void begin(String address, Pace begun) {
    endpoint = address;
    paces.add(begun);
    open = true;
  }

  /// From now on nothing is passed on.
  void end() {
    open = false;
  }

  /// A method is called for the program: whatever is asked now may be asked by either.
  ///
  /// @return the address under which the monitor listens
  String join(Pace pace) {
    paces.add(pace);
    return endpoint;
  }

  void leave(Pace pace) {
    paces.remove(pace);
  }

  void hide(Property.Fields fields) {
    hide.accept(fields);
  }

  /// Something is asked, whatever it is.
  ///
  /// @param size in bytes, of what is sent
  /// @throws Refusal if the program has ended, or asks too much
  void asked(int size) throws Refusal {
    var running = running();
    if (bytes.addAndGet(size) > MOST_MEBIBYTES << 20)
      throw tooMuch(running, "has sent its host more than " + MOST_MEBIBYTES + " MiB");
    if (calls.incrementAndGet() > MOST_CALLS)
      throw tooMuch(running, "has asked its host more than " + MOST_CALLS + " times");
  }

  /// Something is registered, whatever it is.
  ///
  /// @throws Refusal if there is too much of it
  void registers() throws Refusal {
    var running = running();
    registrar();
    if (registrations.incrementAndGet() > MOST_REGISTRATIONS)
      throw tooMuch(
          running, "has registered more than " + MOST_REGISTRATIONS + " resources and components");
  }

  private Refusal tooMuch(List<Pace> running, String what) {
    var why =
        "The program "
            + what
            + ", which no component may. Does it go round in circles? Make"
            + " several components of it.";
    running.forEach(each -> each.giveUp(why));
    return Refusal.byEngine(why);
  }

  private List<Pace> running() throws Refusal {
    if (!open)
      throw Refusal.byEngine("The run of the program has ended: nothing can be asked any more.");
    return List.copyOf(paces);
  }

  RegistrationAnswer registered(Registration registration) throws Refusal {
    var passed = registrar();
    return waited(() -> passed.register(registration));
  }

  RegistrationAnswer called(String token, Value arguments, SortedSet<ResourceAddress> needs)
      throws Refusal {
    return waited(() -> functions.call(token, arguments, needs));
  }

  RegistrationAnswer read(Lookup lookup) throws Refusal {
    var passed = registrar();
    return waited(() -> passed.read(lookup));
  }

  RegistrationAnswer called(Method method) throws Refusal {
    var passed = registrar();
    return waited(() -> passed.call(method));
  }

  private Registrar registrar() throws Refusal {
    return registrar.orElseThrow(() -> new Refusal(NO_PROGRAM));
  }

  private RegistrationAnswer waited(Supplier<RegistrationAnswer> ask) throws Refusal {
    var running = running();
    running.forEach(Pace::waits);
    try {
      return ask.get();
    } finally {
      running.forEach(Pace::goesOn);
    }
  }

  void refused(Refusal why) {
    if (!why.known()) refusals.add(why.reason());
  }

  /// Nobody expected that.
  void broke(RuntimeException why) {
    broken = why;
  }

  List<String> refusals() {
    return List.copyOf(refusals);
  }

  /// What was thrown instead of an answer.
  Optional<RuntimeException> broken() {
    return Optional.ofNullable(broken);
  }
}
