using System.Globalization;
using System.Text.RegularExpressions;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Tests.Report;

/// <summary>
/// The catalogue of labels, which the reference page of the rules shows, holds every label in the code and no other.
/// </summary>
public partial class RuleLabelsTests
{
    [Fact]
    public void All_AreTheLabelsThatTheRulesGive()
    {
        var given = Directory.EnumerateFiles(Path.Combine(Repository.Root, "analysis"), "*.cs", SearchOption.AllDirectories)
            .SelectMany(file => Label().Matches(File.ReadAllText(file)))
            .Select(match => Known(
                int.Parse(match.Groups["rule"].Value, CultureInfo.InvariantCulture), match.Groups["state"]
                    .Value, match.Groups["label"].Value))
            .Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).ToList();

        given.Count.ShouldBeGreaterThan(60);
        RuleLabels.All.Select(label => Known(label.Rule, label.State.ToString(), label.Text))
            .Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)
            .ShouldBe(given);
    }

    [Fact]
    public void All_AreInTheOrderOfTheRules() => RuleLabels.All.Select(label => label.Rule).ShouldBeInOrder();

    [Fact]
    public void Shown_HasNoBraces() => new RuleLabel(3, RuleState.Broken, "wide +-{x} %", false, "").Shown.ShouldBe("wide +-x %");

    /// <summary>A label without what a result puts into it: units and plurals belong to that part.</summary>
    private static string Known(int rule, string state, string text) => FormattableString.Invariant($"{rule} {state} ")
        + Unit().Replace(Hole().Replace(text, "*"), "*");

    [GeneratedRegex(@"RuleVerdict\.(?<state>Noted|Broken)\(\s*(?<rule>\d+),\s*\$""(?<label>([^""{]|\{[^}]*\})*)""", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Label();

    [GeneratedRegex(@"\{[^}]*\}", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Hole();

    [GeneratedRegex(@"\* (%|retries|outliers|missing points|batches|records|faults|trials)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Unit();
}
