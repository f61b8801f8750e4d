using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>What a reader must hold against results: trials that have not run, departures from a protocol, broken rules.</summary>
internal static class Reservations
{
    public static IEnumerable<string> Of(IReadOnlyList<StoredResult> results)
    {
        int notRun = results.Sum(result => result.Summary.TrialsNotRun);
        if (notRun > 0)
        {
            yield return $"Unfinished: {Phrases.Count(notRun, "trial has", "trials have")} not run.";
        }

        foreach (var result in results.Where(result => result.Manifest.Configuration.Deviations.Count > 0))
        {
            yield return $"Not the protocol of study {result.Summary.Study}: {string.Join("; ", result.Manifest.Configuration.Deviations)}.";
        }

        string[] broken =
        [
            .. results.SelectMany(Verdicts)
                .Where(verdict => verdict.State == RuleState.Broken)
                .GroupBy(verdict => verdict.Rule)
                .OrderBy(group => group.Key)
                .Select(group => $"{group.Key} ({Labels([.. group.Select(verdict => verdict.Label).OfType<string>().Distinct()])})"),
        ];
        yield return broken.Length == 0
            ? "No rule of the methodology is broken."
            : $"Rules broken, see below: {string.Join(", ", broken)}.";
    }

    /// <summary>Every verdict of a result: on the sweep, and on each of its points.</summary>
    public static IEnumerable<RuleVerdict> Verdicts(StoredResult result) =>
        result.Summary.Rules.Concat(result.Summary.Points.SelectMany(point => point.Rules));

    private static string Labels(string[] labels) => labels.Length <= 2
        ? string.Join(", ", labels)
        : FormattableString.Invariant($"{labels[0]} and {labels.Length - 1} like it");
}
