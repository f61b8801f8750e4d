using DbIngest.Analysis;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Output;

/// <summary>Reads stored results.</summary>
internal static class Results
{
    /// <summary>Reads a result folder's manifest and summarises its journal.</summary>
    /// <param name="path">The folder.</param>
    /// <returns>Both.</returns>
    /// <exception cref="ResultException">It is not a result folder, is damaged, or has lost its journal.</exception>
    public static StoredResult Read(string path)
    {
        var folder = ResultFolder.Open(path);
        if (!File.Exists(folder.JournalFile) && LostTrials.DescribeByAny(path, now: null) is { } lost)
        {
            throw new ResultException($"{lost}. Nothing was written.");
        }

        var journal = Journal.ReadContent(folder.JournalFile);
        var manifest = folder.ReadManifest().ExtendedBy(journal.Entries);
        try
        {
            return new StoredResult(
                Path.GetFileName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(path))),
                manifest,
                Summarizer.Of(manifest, journal.Entries, journal.Integrity));
        }
        catch (ArgumentException exception)
        {
            throw new ResultException($"{path}: {exception.Message}", exception);
        }
    }

    /// <summary>Says what speaks against a result's files: it is shown all the same.</summary>
    /// <param name="path">Its folder.</param>
    /// <param name="summary">Its summary.</param>
    /// <param name="screen">Where.</param>
    public static void Warn(string path, SweepSummary summary, Screen screen)
    {
        if (summary.Integrity is { IsWhole: false } && summary.Rules.FirstOrDefault(rule => rule.State == RuleState.Broken && rule.Rule == RuleVerdict.AsWritten) is { } verdict)
        {
            screen.Remark($"{path}: {verdict.Label}. {verdict.Reason}");
        }
    }
}
