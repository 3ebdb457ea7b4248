package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.record.ResourceInstance;
import java.util.List;

/// What the records of a Stack prove about a key. Only an operator writes records, but others may
/// make a Secret, so the Secret itself proves nothing.
public enum KeyEvidence {
  /// A record was written with this key, or has a part that it opens.
  OWN,
  /// Records have sealed parts, and the key opens none of them.
  ANOTHER,
  /// Nothing is sealed, and the records were written by a version that did not name the key.
  EARLIER,
  /// Nothing is sealed, and no record names the key.
  NONE;

  /// @param sealer with the key
  public static KeyEvidence of(KubernetesClient client, KeySecret secret, Sealer sealer) {
    var all = new RecordClient(client, secret.namespace(), secret.stack()).list();
    var objects = new ObjectRecords(sealer);
    var records = new InstanceRecords(objects, secret.namespace(), secret.stack(), "");
    var print = sealer.fingerprint();
    if (all.stream().anyMatch(record -> names(record, print) || opens(record, records))) return OWN;
    if (all.stream().anyMatch(KeyEvidence::isSealed)) return ANOTHER;
    return isEarlier(all) ? EARLIER : NONE;
  }

  private static boolean names(ResourceInstance record, String print) {
    return record.getStatus() != null && print.equals(record.getStatus().sealingKey);
  }

  private static boolean opens(ResourceInstance record, InstanceRecords records) {
    if (!isSealed(record)) return false;
    try {
      var _ = records.state(record);
      return true;
    } catch (Sealer.CannotOpen | IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isEarlier(List<ResourceInstance> all) {
    var written = all.stream().filter(record -> InstanceRecords.serial(record) > 0).toList();
    return !written.isEmpty()
        && written.stream().allMatch(record -> record.getStatus().sealingKey == null);
  }

  /// Whether a record holds a part that only the key opens.
  static boolean isSealed(ResourceInstance record) {
    var status = record.getStatus();
    return status != null
        && (status.sealed != null
            || status.drift != null
                && status.drift.lastApplied != null
                && status.drift.lastApplied.sealed != null
            || status.deposed != null
                && status.deposed.stream().anyMatch(each -> each.sealed != null));
  }
}
