package io.keelson.conformance.pulumiprovider.rule.component;

import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import java.util.List;
import java.util.function.Predicate;

/// A rule about what components are given, and about what their programs register.
///
/// @param row of the page of differences
public record ComponentRule(String row, Predicate<Finding> explains) {
  public static List<ComponentRule> of(ProviderStep step, Before before, Errors errors) {
    var told = new ToldValueDifferences(step);
    var options = new RegisteredOptionDifferences(step, before);
    var refused = new RefusedInputDifferences(step, before, errors);
    var former = new FormerNameDifferences(step, before, errors);
    var targets = new ProgramTargetDifferences(step, before, errors);
    return List.of(
        new ComponentRule("What a program is told (R-PRG-20)", told::isOfPart),
        new ComponentRule("What a program is told (R-PRG-20)", told::isUnknownInUnknown),
        new ComponentRule("Values that come otherwise (R-PRG-4)", told::isToldAsForeseen),
        new ComponentRule(
            "Old options of what is declared (S-56)", options::isGoneWithItsContainer),
        new ComponentRule("Replaced, but left alone (R-PD-8)", options::isForgottenFirst),
        new ComponentRule("Secrets that change (R-PLAN-11)", options::isOtherwiseSecret),
        new ComponentRule("What is null", refused::isWithoutRequired),
        new ComponentRule("Providers of a program (R-PRG-25)", refused::isOfOtherPackage),
        new ComponentRule("Types of values", refused::isConverted),
        new ComponentRule("Former names elsewhere (R-PRG-25)", former::isOfFormerUrn),
        new ComponentRule("Former names elsewhere (R-PRG-25)", former::isTaken),
        new ComponentRule("Moves beside targets (R-MOV-15)", targets::isMoveLeftOut),
        new ComponentRule("Targets beside programs", targets::isEnded),
        new ComponentRule(
            "Names of components (R-MOV-1)",
            new LocalTypeDifferences(step, before, errors)::isOfAnotherType),
        new ComponentRule(
            "Refused imports (R-IMP-7)",
            new RegisteredImportDifferences(step, before, errors)::isRefusedImport),
        new ComponentRule(
            "Components that fail (R-PRG-23)",
            new PreviewFailureDifferences(step, errors)::isLeftAlone));
  }
}
