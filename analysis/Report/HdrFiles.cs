using System.Globalization;
using System.Text;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the service times of results as logs for HdrHistogram's tools: one file per point, in it one line per measured trial
/// and kind of operation. <c>SummaryOutput</c> calls it for <c>report --hdr</c>. It replaces files of the same names and deletes
/// none.
/// </summary>
public static class HdrFiles
{
    /// <summary>Name of the subfolder of the report's folder.</summary>
    public const string Folder = "hdr";

    /// <summary>The files that <see cref="Write"/> creates or replaces, one per point with a service time.</summary>
    public static IReadOnlyList<string> FilesOf(string folder, IReadOnlyList<StoredResult> results) =>
        [.. Logs(results).Select(log => Path.Combine(folder, Folder, log.Name))];

    /// <summary>Writes the logs, each atomically.</summary>
    /// <param name="folder">Folder of the report; created when missing.</param>
    /// <param name="results">At least one.</param>
    /// <returns>The folder of the logs.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static string Write(string folder, IReadOnlyList<StoredResult> results)
    {
        string place = Path.Combine(folder, Folder);
        Directory.CreateDirectory(place);
        foreach (var (name, comment, intervals) in Logs(results))
        {
            using var text = new StringWriter(CultureInfo.InvariantCulture);
            HdrLog.Write(text, comment, intervals);
            ResultFolder.WriteAtomically(Path.Combine(place, name), Encoding.UTF8.GetBytes(text.ToString()));
        }

        return place;
    }

    private static IEnumerable<(string Name, string Comment, IReadOnlyList<HdrInterval> Intervals)> Logs(
        IReadOnlyList<StoredResult> results) => results
        .SelectMany(result => result.Summary.Points.Select(point => (Name: ResultNames.Of(results, result), Point: point)))
        .Select(point => (point.Name, point.Point.Point.Key,
            Intervals: point.Point.Measured.OrderBy(trial => trial.StartedUtc).SelectMany(IntervalsOf).ToList()))
        .Where(point => point.Intervals.Count > 0)
        .Select((point, i) => (
            string.Create(CultureInfo.InvariantCulture, $"{i + 1:000}.hlog"),
            // The name of a folder, or a point of a damaged manifest, may hold a line break, which would begin a line of the log.
            $"{point.Name}: {point.Key}".ReplaceLineEndings(" "),
            (IReadOnlyList<HdrInterval>)point.Intervals));

    /// <summary>One interval per kind; of a trial without kinds, one of its batches.</summary>
    private static IEnumerable<HdrInterval> IntervalsOf(TrialResult trial)
    {
        var kinds = trial.Operations is { Count: > 0 } operations
            ? operations.Select(kind => (Tag: LoadWords.Of(kind.Kind).Replace(' ', '_'), kind.Latency))
            : [(Tag: trial.Point.Mix is null ? "batch" : "operation", trial.Latency)];
        return from kind in kinds
               let histogram = MergedLatency.Of([kind.Latency]).Histogram
               where histogram.Count > 0
               select new HdrInterval(kind.Tag, trial.StartedUtc, trial.ElapsedS, histogram);
    }
}
