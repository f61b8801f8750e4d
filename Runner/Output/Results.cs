using System.Security.Cryptography;
using DbIngest.Analysis;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Output;

/// <summary>
/// Reads stored results for all verbs that show, compare, check, pack or publish them, for <c>run</c> at its end and for
/// <c>Resumption</c>. It only reads: no file of the folder changes. It computes the figures anew from the journal, and never
/// takes them from a stored summary.
/// </summary>
internal static class Results
{
    /// <summary>Reads the manifest of a result folder and summarizes its journal.</summary>
    /// <param name="path">The folder.</param>
    /// <param name="prices">Prices that replace the stored ones. Null to use the stored prices.</param>
    /// <exception cref="ResultException">The path is not a result folder, or its files are damaged or missing.</exception>
    public static StoredResult Read(string path, Prices? prices = null)
    {
        var folder = ResultFolder.Open(path);
        if (!File.Exists(folder.JournalFile) && LostTrials.DescribeByAny(path, now: null) is { } lost)
        {
            throw new ResultException($"{lost}. Nothing was written.");
        }

        var journal = Journal.ReadContent(folder.JournalFile);
        return Of(folder, journal, folder.ReadManifest(), prices ?? folder.ReadPrices());
    }

    /// <summary>
    /// Computes the results that the folder had while its journal was shorter, each when it is asked for, shortest first: those
    /// of as many trials, for a summary that was written then. Also the results at the manifest's prices, if other prices were
    /// written since. Empty if the journal was changed.
    /// </summary>
    /// <param name="path">The folder.</param>
    /// <param name="trials">The number of trials, those that later lines replaced included.</param>
    /// <exception cref="ResultException">The path is not a result folder, or its files are damaged or missing.</exception>
    public static IEnumerable<StoredResult> ReadEarlier(string path, int trials)
    {
        var folder = ResultFolder.Open(path);
        var journal = Journal.ReadContent(folder.JournalFile);
        var (manifest, prices) = (folder.ReadManifest(), folder.ReadPrices());
        int all = journal.Entries.Count;
        for (int lines = 0, seen = 0; journal.Integrity.IsWhole && lines <= all && seen <= trials; lines++)
        {
            if (seen == trials && lines < all)
            {
                yield return Of(folder, journal with { Entries = [.. journal.Entries.Take(lines)] }, manifest, prices);
            }

            if (seen == trials && prices is not null)
            {
                yield return Of(folder, journal with { Entries = [.. journal.Entries.Take(lines)] }, manifest, prices: null);
            }

            seen += lines < all && journal.Entries[lines] is TrialResult ? 1 : 0;
        }
    }

    private static StoredResult Of(ResultFolder folder, JournalContent journal, Manifest manifest, Prices? prices)
    {
        var extended = manifest.ExtendedBy(journal.Entries);
        extended = extended with { Prices = prices ?? extended.Prices };
        try
        {
            return new StoredResult(folder.Name, extended, Summarizer.Of(extended, journal.Entries, journal.Integrity));
        }
        catch (ArgumentException exception)
        {
            throw new ResultException($"{folder.Path}: {exception.Message}", exception);
        }
    }

    /// <summary>
    /// Warns about trials that a summary of the folder contains and its journal has lost. For a verb that shows the remaining
    /// trials and keeps no copy of the summary.
    /// </summary>
    /// <param name="path">The result folder.</param>
    /// <param name="summary">The summary of its present journal.</param>
    /// <param name="screen">Receives the warning.</param>
    public static void WarnOfLoss(string path, SweepSummary summary, Screen screen)
    {
        if (LostTrials.DescribeByAny(path, summary) is { } lost)
        {
            screen.Remark($"{lost}.");
        }
    }

    /// <summary>
    /// Warns about folders of equal manifests and journals, as copies are. For a verb that compares runs: a copy shows no
    /// variance.
    /// </summary>
    /// <param name="paths">Result folders that were read.</param>
    /// <param name="screen">Receives the warning.</param>
    public static void WarnOfCopies(IEnumerable<string> paths, Screen screen)
    {
        foreach (var copies in paths.GroupBy(path => Sum(ResultFolder.Open(path).ManifestFile))
            .Where(equal => equal.Count() > 1)
            .SelectMany(equal => equal.GroupBy(path => Sum(ResultFolder.Open(path).JournalFile)))
            .Where(equal => equal.Count() > 1))
        {
            screen.Remark($"{string.Join(" and ", copies)} hold the same run: a copy adds no measurement, so give the run once.");
        }
    }

    private static string Sum(string file)
    {
        using var content = File.OpenRead(file);
        return Convert.ToHexString(SHA256.HashData(content));
    }

    /// <summary>Warns about changed or broken lines of a journal. The result is shown all the same.</summary>
    /// <param name="path">The result folder.</param>
    /// <param name="summary">The summary of the result.</param>
    /// <param name="screen">Receives the warning.</param>
    public static void Warn(string path, SweepSummary summary, Screen screen)
    {
        if (summary.Integrity is { IsWhole: false }
            && summary.Rules.FirstOrDefault(rule => rule.State == RuleState.Broken
            && rule.Rule == RuleVerdict.AsWritten) is { } verdict)
        {
            screen.Remark($"{path}: {verdict.Label}. {verdict.Reason}");
        }
    }
}
