using System.Globalization;
using DbIngest.Analysis.Gates;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads the gates, limits whose violation fails a run (exit code 5): <c>--fail-below [DB:]RATE</c> and
/// <c>--fail-above [DB:]METRIC:LIMIT</c>. <c>RunGates</c> calls it before anything is measured and judges the gates after the
/// sweep. It reports problems to the reader and never throws.
/// </summary>
internal sealed class GateReader(OptionReader reader, IReadOnlyList<string> databases)
{
    private const string Below = "--fail-below";
    private const string Above = "--fail-above";

    /// <summary>Reads both options.</summary>
    /// <param name="below">Text of <c>--fail-below</c>, or null.</param>
    /// <param name="above">Text of <c>--fail-above</c>, or null.</param>
    /// <returns>
    /// The gates, those of <paramref name="below"/> first, without refused ones. Limits are in records/s, bytes per record or
    /// seconds.
    /// </returns>
    public IReadOnlyList<AbsoluteGate> Read(string? below, string? above) =>
    [
        .. Items(below).Select(ReadBelow).OfType<AbsoluteGate>(),
        .. Items(above).Select(ReadAbove).OfType<AbsoluteGate>(),
    ];

    private static string[] Items(string? text) => text is null ? [] : [.. text.Split(',').Select(item => item.Trim())];

    private AbsoluteGate? ReadBelow(string item)
    {
        string[] parts = item.Split(':');
        if (parts.Length > 2 || WrittenNumber.Whole(parts[^1]) is not (>= 1 and var rate))
        {
            reader.Refuse(Below,
                $"'{item}' is not a throughput in records/s; write 100k, or {databases[0]}:100k for one database");
            return null;
        }

        return DatabaseOf(Below, parts, 1) is var (database, known) && known
            ? new AbsoluteGate(database, GateMetric.Throughput, 0, rate) : null;
    }

    private AbsoluteGate? ReadAbove(string item)
    {
        string[] parts = item.Split(':');
        if (parts.Length is 2 or 3 && DatabaseOf(Above, parts, 2) is var (database, known))
        {
            string metric = parts[^2].ToLowerInvariant();
            if (!known)
            {
                return null;
            }

            if (metric == "bytes" && Number(parts[^1]) is { } bytes)
            {
                return new AbsoluteGate(database, GateMetric.BytesPerRecord, 0, bytes);
            }

            if (metric.StartsWith('p') && Number(metric[1..]) is > 0 and <= 100 and var percentile
                && WrittenTime.Seconds(parts[^1]) is > 0 and var seconds)
            {
                return new AbsoluteGate(database, GateMetric.Latency, percentile, seconds);
            }
        }

        reader.Refuse(Above,
            $"'{item}' is not a limit; write p99:50ms (us, ms or s) or bytes:140, with {databases[0]}: before it for "
            + $"one database");
        return null;
    }

    private (string? Database, bool IsKnown) DatabaseOf(string option, string[] parts, int own)
    {
        if (parts.Length == own)
        {
            return (null, true);
        }

        string name = parts[0].ToLowerInvariant();
        bool known = databases.Contains(name);
        reader.RefuseIf(!known, option, $"'{name}' is not measured; this run measures {string.Join(", ", databases)}");

        return (name, known);
    }

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number) && number > 0
            && double.IsFinite(number) ? number : null;
}
