using System.Text.Json;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Output;

/// <summary>
/// Trials that the stored summary of a result has and its journal has not: the journal was emptied, cut, damaged or removed
/// after they were summarised.
/// </summary>
internal static class LostTrials
{
    private static readonly string[] Kept =
    [
        SummaryFiles.Json, SummaryFiles.Csv, SummaryFiles.Samples, ReportFiles.Html, ReportFiles.Markdown, ComparisonFiles.Html,
    ];

    /// <summary>The summaries of a folder: the present one, then those that were kept of lost trials.</summary>
    private static IEnumerable<string> Summaries(string folder) => Enumerable.Range(1, int.MaxValue).Select(number => SummaryFiles.Json + Suffix(number))
        .TakeWhile(name => File.Exists(Path.Combine(folder, name))).Prepend(SummaryFiles.Json);

    /// <summary>Counts the trials that a summary of a folder knows.</summary>
    /// <returns>Trials of each point, in the order of the configuration; empty without a readable summary.</returns>
    private static IReadOnlyList<int> Known(string folder, string name)
    {
        try
        {
            using var json = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(folder, name)));
            return [.. json.RootElement.GetProperty("points").EnumerateArray().Select(LinesOf)];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException
            or JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return [];
        }
    }

    /// <summary>Says which trials are gone, and from where they can come back.</summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="now">The summary of its journal as it is; null when there is no journal.</param>
    /// <returns>A sentence without its full stop; null when nothing is gone.</returns>
    public static string? Describe(string folder, SweepSummary? now) => Describe(folder, now, SummaryFiles.Json);

    /// <summary>The same by any summary that the folder has, those included that a report has kept of lost trials.</summary>
    public static string? DescribeByAny(string folder, SweepSummary? now) =>
        Summaries(folder).Select(name => Describe(folder, now, name)).FirstOrDefault(lost => lost is not null);

    private static string? Describe(string folder, SweepSummary? now, string name)
    {
        var known = Known(folder, name);
        int lost = known.Select((count, point) => Math.Max(0, count - LinesOf(now?.Points.ElementAtOrDefault(point)))).Sum();
        string journal = ResultFolder.Open(folder).JournalFile;
        if (lost == 0)
        {
            return null;
        }

        string what = now is null
            ? FormattableString.Invariant($"{journal} is gone: {name} knows {known.Sum()} trials")
            : FormattableString.Invariant($"{journal} has lost {lost} of the {known.Sum()} trials: {name} knows them all");
        return what + "; restore the journal from a copy";
    }

    /// <summary>Where the journal has lost trials, keeps what was made of them, and says so.</summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="now">The summary of its journal as it is.</param>
    /// <param name="screen">Where it is said.</param>
    /// <exception cref="IOException">A copy cannot be made.</exception>
    public static void KeepOld(string folder, SweepSummary now, Screen screen)
    {
        if (Describe(folder, now) is { } lost)
        {
            string[] there = [.. Kept.Where(name => File.Exists(Path.Combine(folder, name)))];
            string suffix = Enumerable.Range(1, int.MaxValue).Select(Suffix)
                .First(unused => !there.Any(name => File.Exists(Path.Combine(folder, name + unused))));
            foreach (string name in there)
            {
                File.Copy(Path.Combine(folder, name), Path.Combine(folder, name + suffix));
            }

            screen.Remark($"{lost}. What was made of them is kept as {string.Join(", ", there.Select(name => name + suffix))}.");
        }
    }

    /// <summary>Lines of the journal, those included that later ones replaced: a block that is begun again replaces all of its trials.</summary>
    private static int LinesOf(PointSummary? point) => point is null ? 0 : point.Runs.Count + point.Trials.Superseded;

    private static int LinesOf(JsonElement point) =>
        point.GetProperty("runs").GetArrayLength() + point.GetProperty("trials").GetProperty("superseded").GetInt32();

    private static string Suffix(int number) => number == 1 ? ".bak" : FormattableString.Invariant($".bak{number}");
}
