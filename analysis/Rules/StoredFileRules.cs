using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 30: the stored files are unchanged since they were written. <see cref="SweepRules"/> calls it with the outcome of
/// reading the journal. It opens no file. Its labels stand in <c>RuleLabels</c> too: change both together.
/// </summary>
internal static class StoredFileRules
{
    /// <summary>
    /// Judges the integrity of the journal: unreadable lines first, then changed lines, then missing checksums.
    /// </summary>
    public static RuleVerdict Rule30AsWritten(SweepSummary summary) => summary.Integrity switch
    {
        null => RuleVerdict.NotApplicable(30, "The summary was not made from stored files."),
        { BrokenLines: { Count: > 0 } lines } => RuleVerdict.Broken(
            30,
            $"journal damaged",
            $"{Lines(lines)} of trials.jsonl cannot be read and {(lines.Count == 1 ? "is" : "are")} left out; 'run --resume' measures the missing trials again."),
        { ChangedLines: { Count: > 0 } lines } => RuleVerdict.Broken(
            30,
            $"changed since it was written",
            $"{Lines(lines)} of trials.jsonl: the checksum does not match; {(lines.Contains(1) ? "it, or the manifest," : "it, or a line before,")} was changed or taken out."),
        { HasChecksums: false } => RuleVerdict.Noted(
            30, $"no checksums",
                $"The journal has none, because an older version wrote it: a later change of the files would not be seen."),
        _ => RuleVerdict.Kept(30,
            $"Every line of the journal matches its checksum, which covers the manifest and all lines up to it."),
    };

    private static string Lines(IReadOnlyList<int> lines) => FormattableString.Invariant(
        $"{(lines.Count == 1 ? "Line" : "Lines")} {string.Join(", ", lines.Take(5))}{(lines.Count > 5 ? " and more" : string.Empty)}");
}
