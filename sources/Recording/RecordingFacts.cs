using System.Globalization;
using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Recording;

/// <summary>
/// Builds the facts that a manifest keeps of a recording. <see cref="RecordingWorkload"/> calls it once the recording is copied.
/// A resumed sweep compares these texts: do not reword them.
/// </summary>
internal sealed class RecordingFacts(
    RecordSchema schema, IReadOnlyList<RecordingProfile> profiles, RecordingRequest request, long shortestSlice)
{
    private const long MicrosecondsPerSecond = 1_000_000;
    private const int MaxDescribed = 16;

    /// <summary>
    /// Adds a reader's facts: unchanged for the first recording, under the recording's number for the others. Of more than 16
    /// recordings, the others add only their malformed and left-out rows, and the second to sixteenth also facts about files.
    /// </summary>
    public static void AddReader(Dictionary<string, string> facts, IReadOnlyDictionary<string, string> reader, int recording,
        int recordings)
    {
        foreach (var (key, value) in reader)
        {
            if (recording == 0)
            {
                facts[key] = value;
            }
            else if ((recording < MaxDescribed
                && (recordings <= MaxDescribed || key.StartsWith("file_", StringComparison.Ordinal)))
                || (key.EndsWith("bad_rows", StringComparison.Ordinal) && value != "0")
                || (key.EndsWith("_rows_left_out", StringComparison.Ordinal) && value.Length > 0))
            {
                facts[string.Create(CultureInfo.InvariantCulture, $"stream_{recording + 1}_{key}")] = value;
            }
        }
    }

    /// <summary>Adds rows, values, times, repetition and sharing.</summary>
    public void AddTo(Dictionary<string, string> facts)
    {
        long rows = profiles.Sum(p => p.Rows);
        bool enough = profiles.All(p => p.Rows == request.MaxRows(profiles.Count));
        facts["rows"] = Text(rows) + (enough ? " (no more are needed)" : "");
        facts["values"] = string.Join(", ", schema.Values
            .Select(value => value.Unit.Length == 0 ? value.Name : $"{value.Name} [{value.Unit}]"));
        facts["missing_values"] = Text(profiles.Sum(p => p.Missing.Sum()));
        facts["missing_by_value"] =
            string.Join(", ", schema.Values.Select((value, i) => $"{value.Name} {Text(profiles.Sum(p => p.Missing[i]))}"));
        facts["earliest_utc"] = Time(profiles.Min(p => p.Earliest));
        facts["latest_utc"] = Time(profiles.Max(p => p.Latest));
        facts["median_interval_s"] = Seconds(profiles[0].MedianInterval);
        facts["backward_timestamps"] = Text(profiles.Sum(p => p.Backward));
        facts["repeated_timestamps"] = Text(profiles.Sum(p => p.Repeated));
        facts["repetition"] = shortestSlice >= request.RecordsPerSource
            ? "none"
            : $"each source replays {(Sharers > 1 && request.Share == RecordingShare.Time ? "its rows" : "the rows")} "
                + $"{((double)request.RecordsPerSource / shortestSlice).ToString("0.##", CultureInfo.InvariantCulture)} times, "
                + $"each time {Seconds(profiles[0].Shift)} s later";
        facts["share"] = Sharing();
    }

    private int Sharers => request.SharersOf(0, profiles.Count);

    private string Sharing()
    {
        string streams = profiles.Count == 1 ? "one stream"
            : $"{Text(profiles.Count)} streams, source s has stream s modulo {Text(profiles.Count)}";
        return Sharers == 1
            ? streams
            : streams + ", shared by up to " + Text(Sharers) + request.Share switch
            {
                RecordingShare.Time => " sources by time: each has an equal part of the rows, in their order",
                RecordingShare.Channels =>
                    $" sources by channel: the first has the first {Text(schema.ValueCount / Sharers)} values, and so on",
                _ => " sources: each has all of it",
            };
    }

    private static string Text(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Seconds(long micros) => ((decimal)micros / MicrosecondsPerSecond)
        .ToString("0.######", CultureInfo.InvariantCulture);

    private static string Time(long micros) =>
        DateTime.UnixEpoch.AddTicks(micros * 10).ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFZ", CultureInfo.InvariantCulture);
}
