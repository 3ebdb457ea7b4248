package io.keelson.testing;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Programs;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.MethodRequest;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Components whose programs are lines of a test. All of them take a `size` and a `kind`, and give
/// an `id`.
public final class FakePrograms implements Programs {
  private static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL),
                  "kind", Attribute.of(Types.STRING, Presence.OPTIONAL),
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED))));

  /// The method of every component.
  private static final String DESCRIBE = "_describe";

  private final ConcurrentLinkedQueue<MethodRequest> described = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<RegistrationAnswer> looked = new ConcurrentLinkedQueue<>();
  private final Map<String, Program> programs = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<ProgramRequest> runs = new ConcurrentLinkedQueue<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicBoolean crossed = new AtomicBoolean();

  /// What a program does.
  public interface Program {
    /// @return what it gives as its `id`
    /// @throws ProgramFailed if it comes to no good end
    Value run(Session session) throws ProgramFailed;
  }

  /// The end of a program that cannot go on.
  public static final class ProgramFailed extends Exception {
    private static final long serialVersionUID = 1;

    public ProgramFailed(String why) {
      super(why);
    }
  }

  /// What a program sees while it runs.
  public record Session(ProgramRequest request, Registrar registrar) {
    public Value input(String name) {
      return attribute(request.inputs(), name);
    }

    /// Registers a thing, and returns it as it is planned or made.
    ///
    /// @param needs what it needs beside the component
    public Mapping thing(
        String name, Map<String, Value> properties, RegistrationAnswer.Made... needs)
        throws ProgramFailed {
      return (Mapping) made(name, properties, needs).object();
    }

    /// The same, to be needed by others.
    public RegistrationAnswer.Made made(
        String name, Map<String, Value> properties, RegistrationAnswer.Made... needs)
        throws ProgramFailed {
      return register("thing:thing", name, Registration.Kind.RESOURCE, properties, needs);
    }

    /// Registers a thing in components that are no programs.
    public Mapping thingIn(List<Registration.Group> groups, String name) throws ProgramFailed {
      return (Mapping)
          made(new Registration(
                  groups,
                  "thing:thing",
                  name,
                  Registration.Kind.RESOURCE,
                  Value.object(new TreeMap<>()),
                  new TreeSet<>(),
                  new TreeMap<>(),
                  Registration.Options.NONE))
              .object();
    }

    /// Registers a component that is a program itself.
    public Mapping program(String token, String name, Map<String, Value> properties)
        throws ProgramFailed {
      return (Mapping) register(token, name, Registration.Kind.PROGRAM, properties).object();
    }

    /// The same, which may not be known.
    ///
    /// @param needs what it needs beside the component
    public Value program(
        String token, String name, Map<String, Value> properties, RegistrationAnswer.Made... needs)
        throws ProgramFailed {
      return register(token, name, Registration.Kind.PROGRAM, properties, needs).object();
    }

    /// The same with options.
    public Mapping program(
        Registration.Options options, String token, String name, Map<String, Value> properties)
        throws ProgramFailed {
      return (Mapping)
          made(new Registration(
                  List.of(),
                  token,
                  name,
                  Registration.Kind.PROGRAM,
                  Value.object(new TreeMap<>(properties)),
                  new TreeSet<>(),
                  new TreeMap<>(),
                  options))
              .object();
    }

    /// Registers a thing with options.
    public RegistrationAnswer.Made with(
        Registration.Options options, String name, Map<String, Value> properties)
        throws ProgramFailed {
      return made(
          new Registration(
              List.of(),
              "thing:thing",
              name,
              Registration.Kind.RESOURCE,
              Value.object(new TreeMap<>(properties)),
              new TreeSet<>(),
              new TreeMap<>(),
              options));
    }

    /// The `id` of what is looked up.
    ///
    /// @param in the components inside of the program's that it is read for
    /// @param name what the program calls it
    /// @param needs what it is read after
    public Value read(List<String> in, String name, Value id, RegistrationAnswer.Made... needs)
        throws ProgramFailed {
      var key = Value.object(new TreeMap<>(Map.of("id", id)));
      return attribute(
          made(registrar.read(new Lookup(in, "thing:thing", name, key, addresses(needs)))).object(),
          "id");
    }

    /// The `id` of the thing that has a size.
    ///
    /// @param needs what it is looked for after
    public Value find(Value size, RegistrationAnswer.Made... needs) throws ProgramFailed {
      return find(size, addresses(needs));
    }

    /// The same.
    public Value find(Value size, SortedSet<ResourceAddress> needs) throws ProgramFailed {
      var like = Value.object(new TreeMap<>(Map.of("size", size)));
      return attribute(made(registrar.call("thing:thing", like, needs)).object(), "id");
    }

    private static SortedSet<ResourceAddress> addresses(RegistrationAnswer.Made... needs) {
      var addresses = new TreeSet<ResourceAddress>();
      for (var each : needs) each.at().ifPresent(addresses::add);
      return addresses;
    }

    /// Calls a method.
    public Value method(String token, Value given) throws ProgramFailed {
      return made(registrar.call(new Asked(token, given))).object();
    }

    private RegistrationAnswer.Made register(
        String token,
        String name,
        Registration.Kind kind,
        Map<String, Value> properties,
        RegistrationAnswer.Made... needs)
        throws ProgramFailed {
      return made(
          new Registration(
              List.of(),
              token,
              name,
              kind,
              Value.object(new TreeMap<>(properties)),
              addresses(needs),
              new TreeMap<>(),
              Registration.Options.NONE));
    }

    /// Registers anything.
    public RegistrationAnswer.Made made(Registration registration) throws ProgramFailed {
      return made(registrar.register(registration));
    }

    private static RegistrationAnswer.Made made(RegistrationAnswer answer) throws ProgramFailed {
      return switch (answer) {
        case RegistrationAnswer.Made made -> made;
        case RegistrationAnswer.Failed(var why) -> throw new ProgramFailed(why);
      };
    }
  }

  /// An attribute of an object; unknown where the object is.
  public static Value attribute(Value object, String name) {
    return object instanceof Mapping mapping
        ? Objects.requireNonNull(mapping.get(name))
        : Value.unknown(Types.DYNAMIC);
  }

  /// Answers methods, which give what they are given.
  public record Asked(String token, Value given) implements Method {}

  public void add(String type, Program program) {
    programs.put(type, program);
  }

  public Program program(String type) {
    return Objects.requireNonNull(programs.get(type));
  }

  /// How often programs ran, and forgets it: `planning component.app`, `applying component.app`.
  public List<String> runs() {
    var all =
        runs.stream()
            .map(each -> (each.surroundings().planning() ? "planning " : "applying ") + each.at())
            .toList();
    runs.clear();
    return all;
  }

  @Override
  public Optional<Schema> schema(String type) {
    return Optional.ofNullable(programs.get(type)).map(_ -> SCHEMA);
  }

  /// The data source `thing_app_describe`, if there is such a component `thing_app`: it takes a
  /// `greeting`.
  Optional<Schema> method(String type) {
    if (!type.endsWith(DESCRIBE)) return Optional.empty();
    var component = type.substring(0, type.length() - DESCRIBE.length());
    return Optional.ofNullable(programs.get(component))
        .map(_ ->
            Schema.of(
                    0,
                    new TreeMap<>(
                        Map.of(
                            "self", Attribute.of(Types.DYNAMIC, Presence.REQUIRED),
                            "greeting", Attribute.of(Types.STRING, Presence.OPTIONAL),
                            "text", Attribute.of(Types.STRING, Presence.COMPUTED))))
                .methodOf(new Schema.Receiver("self", component)));
  }

  /// Says whom it greets. Told to look, it looks for the thing that has the size of one.
  Answer<FoundData> describe(MethodRequest request) {
    described.add(request);
    if (running.get() > 0) crossed.set(true);
    var config = (Mapping) request.config().value();
    if (Value.text("look").equals(config.get("greeting")))
      looked.add(
          request
              .functions()
              .call("thing:thing", Value.object(Map.of("size", Value.number(1))), new TreeSet<>()));
    return Answer.of(
        new FoundData(
            FakeObjects.with(
                config, new TreeMap<>(Map.of("text", Value.text("of " + request.receiver())))),
            new TreeSet<>(),
            List.of()));
  }

  /// What methods were answered when they looked at a thing.
  public List<RegistrationAnswer> looked() {
    return List.copyOf(looked);
  }

  /// Whether a method was called while a program ran. Node and Python would not answer before that
  /// has ended.
  public boolean haveCrossed() {
    return crossed.get();
  }

  /// The calls of methods, and forgets them.
  public List<String> described() {
    var all =
        described.stream()
            .map(each -> (each.planning() ? "planning " : "applying ") + each.receiver())
            .toList();
    described.clear();
    return all;
  }

  /// `thing:app/echo` gives back what it is given; others fail.
  @Override
  public ProgramAnswer call(Method method) {
    return method instanceof Asked(var token, var given) && token.endsWith("/echo")
        ? new ProgramAnswer.Ended(given, List.of())
        : failed("There is no such method.");
  }

  @Override
  public ProgramAnswer run(ProgramRequest request, Registrar registrar) {
    runs.add(request);
    running.incrementAndGet();
    try {
      var id =
          Objects.requireNonNull(programs.get(request.type())).run(new Session(request, registrar));
      return new ProgramAnswer.Ended(Value.object(new TreeMap<>(Map.of("id", id))), List.of());
    } catch (ProgramFailed e) {
      return failed(String.valueOf(e.getMessage()));
    } finally {
      running.decrementAndGet();
    }
  }

  private static ProgramAnswer failed(String why) {
    return new ProgramAnswer.Failed(
        List.of(Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "The program failed", why)));
  }
}
