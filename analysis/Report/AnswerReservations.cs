using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Lists the reasons to doubt results: trials not run, departures from a protocol, broken rules. <see cref="AnswerSentences"/>
/// ends with them. It judges nothing: verdicts come from the summaries.
/// </summary>
internal static class AnswerReservations
{
    /// <summary>Writes one sentence per reason, and one if no rule is broken.</summary>
    public static IEnumerable<string> Of(IReadOnlyList<StoredResult> results)
    {
        int notRun = results.Sum(result => result.Summary.TrialsNotRun);
        if (notRun > 0)
        {
            yield return $"Unfinished: {SentenceParts.Count(notRun, "trial has", "trials have")} not run.";
        }

        foreach (var result in results.Where(result => result.Manifest.Configuration.Deviations.Count > 0))
        {
            yield return $"Not {ProtocolWords.Of(result.Summary.Study)}: "
                + $"{string.Join("; ", result.Manifest.Configuration.Deviations)}.";
        }

        foreach (var result in results)
        {
            string[] broken =
            [
                .. RuleRows.Of(result.Summary).Where(row => row.State == RuleState.Broken)
                    .Select(row => FormattableString.Invariant($"rule {row.Rule}, {row.Label}")),
            ];
            string whose = results.Count > 1 ? $" by {ResultNames.Of(results, result)}" : string.Empty;
            yield return broken.Length == 0 ? $"No rule of the methodology is broken{whose}."
                : $"Rules broken{whose}: {string.Join("; ", broken)}.";
        }
    }
}
