using System.Text.Json;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Output;

/// <summary>
/// Detects trials that the stored summary of a result contains and its journal does not, because the journal was emptied, cut
/// or removed afterwards. <see cref="SummaryOutput"/> then keeps the old summary beside the new one, <c>run --resume</c>
/// refuses without <c>--force</c>, and <c>report --check</c> reports it. <see cref="Results"/> refuses the folder if the whole
/// journal is gone. It never deletes a file and never writes to the journal.
/// </summary>
internal static class LostTrials
{
    private static readonly string[] Kept =
    [
        SummaryFiles.Json, SummaryFiles.Csv, SummaryFiles.Samples, ReportFiles.Html, ReportFiles.Markdown, ComparisonFiles.Html,
    ];

    /// <summary>Lists the names of a folder's summary files: the present file, then the kept copies, oldest first.</summary>
    private static IEnumerable<string> Summaries(string folder) => Enumerable.Range(1, int.MaxValue)
        .Select(number => SummaryFiles.Json + Suffix(number))
        .TakeWhile(name => File.Exists(Path.Combine(folder, name))).Prepend(SummaryFiles.Json);

    /// <summary>True for the name of a copy that <see cref="KeepOld"/> made: an archive takes these copies along.</summary>
    /// <param name="name">Name of a file, without its folder.</param>
    public static bool IsKept(string name) => Kept.Select(kept => kept + Suffix(1))
        .Any(first => name.StartsWith(first, StringComparison.Ordinal) && name[first.Length..].All(char.IsAsciiDigit));

    /// <summary>Counts the trials of each point in a summary of the folder. Empty without a readable summary.</summary>
    private static IReadOnlyList<(Point Point, int Trials)> Known(string folder, string name)
    {
        string path = Path.Combine(folder, name);
        if (RegularFile.IsSpecial(path))
        {
            return [];
        }

        try
        {
            using var json = JsonDocument.Parse(File.ReadAllBytes(path));
            return [.. json.RootElement.GetProperty("points").EnumerateArray()
                .Select(point => (PointOf(point), LinesOf(point)))];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException
            or KeyNotFoundException or InvalidOperationException or FormatException or ArgumentException or NotSupportedException)
        {
            return [];
        }
    }

    /// <summary>
    /// Counts the trials that the present summary of a folder contains, those that later lines replaced included. 0 without a
    /// readable summary. <c>ResultCheck</c> finds by it the journal that the summary was made of.
    /// </summary>
    public static int InSummary(string folder) => Known(folder, SummaryFiles.Json).Sum(point => point.Trials);

    /// <summary>Describes the trials lost since the last summary, and where they can be found: for <c>report</c>.</summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="now">The summary of its present journal. Null without a journal.</param>
    /// <returns>A sentence without full stop. Null if nothing is lost.</returns>
    public static string? Describe(string folder, SweepSummary? now) =>
        Named(folder, Fault(folder, now, SummaryFiles.Json));

    /// <summary>
    /// Describes trials lost since any summary of the folder, including kept copies: for <c>run --resume</c>, which must not
    /// measure lost trials again silently, for <c>compare</c> and <c>advise</c>, and for every reader of a result without a
    /// journal. Null if nothing is lost.
    /// </summary>
    public static string? DescribeByAny(string folder, SweepSummary? now) => Named(folder, FaultByAny(folder, now));

    /// <summary>
    /// The same without the name of the journal in front: for <c>report --check</c>, which names each file itself.
    /// </summary>
    public static string? FaultByAny(string folder, SweepSummary? now) =>
        Summaries(folder).Select(name => Fault(folder, now, name)).FirstOrDefault(fault => fault is not null);

    private static string? Named(string folder, string? fault) =>
        fault is null ? null : $"{ResultFolder.Open(folder).JournalFile} {fault}";

    private static string? Fault(string folder, SweepSummary? now, string name)
    {
        var known = Known(folder, name);
        int all = known.Sum(point => point.Trials);

        // Finds points by their values, since each rate that a search tries moves the places of points at higher rates.
        var present = (now?.Points ?? []).ToLookup(point => point.Point, LinesOf);
        int lost = known.Sum(point => Math.Max(0, point.Trials - present[point.Point].FirstOrDefault()));
        if (lost == 0)
        {
            return null;
        }

        string what = now is null
            ? FormattableString.Invariant($"is gone: {name} knows {all} trials")
            : FormattableString.Invariant($"has lost {lost} of the {all} trials: {name} knows them all");
        return what + "; restore the journal from a copy";
    }

    /// <summary>
    /// If trials are lost, copies the summary files that still contain them to new names and reports it. Must run before the new
    /// summary replaces them.
    /// </summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="now">The summary of its present journal.</param>
    /// <param name="screen">Receives the report.</param>
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

    /// <summary>Counts journal lines of a point, including those that later lines replaced.</summary>
    private static int LinesOf(PointSummary point) => point.Runs.Count + point.Trials.Superseded;

    private static int LinesOf(JsonElement point) =>
        point.GetProperty("runs").GetArrayLength() + point.GetProperty("trials").GetProperty("superseded").GetInt32();

    private static Point PointOf(JsonElement point) =>
        point.GetProperty("point").Deserialize(SummaryJson.Default.Point) ?? throw new JsonException("A point has no axes.");

    private static string Suffix(int number) => number == 1 ? ".bak" : FormattableString.Invariant($".bak{number}");
}
