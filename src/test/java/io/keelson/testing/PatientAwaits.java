package io.keelson.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// How tests wait by default, set before the first of them: long enough for a busy machine, and
/// whatever a thread of another test that runs at the same time may throw.
public final class PatientAwaits implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }
}
