/// Entry point.
public final class Layered {
  public static void main(String[] args) {
    int size = Integer.parseInt(args[0]);
    new EngineRun(size).measure().forEach((work, seconds) -> System.out.printf("%-28s %8.3f s%n", work, seconds));
  }
}
