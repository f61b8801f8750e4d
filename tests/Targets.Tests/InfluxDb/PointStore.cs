using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace DbIngest.Targets.Tests.InfluxDb;

/// <summary>
/// What the endpoint of the tests stores of one database: points by series and time, their fields as they were written; and what
/// it answers to the few questions that are asked.
/// </summary>
internal sealed partial class PointStore
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(string Source, string Series, long Time), Dictionary<string, string>> _points = [];

    /// <summary>A number for each field that is stored.</summary>
    public long Bytes
    {
        get
        {
            lock (_gate)
            {
                return _points.Values.Sum(fields => 8L * (fields.Count + 2));
            }
        }
    }

    /// <summary>Names of all fields that any line had, as the columns of a table.</summary>
    public IReadOnlyList<string> Columns()
    {
        lock (_gate)
        {
            return [.. _points.Values.SelectMany(fields => fields.Keys).Distinct(StringComparer.Ordinal)];
        }
    }

    /// <summary>The first column that a statement names although no line had it; null when there is none.</summary>
    public string? UnknownColumn(string statement)
    {
        var known = Columns();
        return Column().Matches(Nothing().Replace(statement, string.Empty)).Select(m => m.Groups["name"].Value)
            .FirstOrDefault(name => !known.Contains(name));
    }

    public bool IsEmpty
    {
        get
        {
            lock (_gate)
            {
                return _points.Count == 0;
            }
        }
    }

    /// <summary>Stores lines, all or none.</summary>
    /// <returns>The first line that is none; null when all are stored.</returns>
    public string? Write(string lines)
    {
        var points = new List<((string, string, long) Key, Dictionary<string, string> Fields)>();
        foreach (string line in lines.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var parts = Line().Match(line);
            if (!parts.Success
                || !long.TryParse(parts.Groups["time"].Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture,
                out long time) || Math.Abs(time) > long.MaxValue / 1000)
            {
                return line;
            }

            // A tag is asked for by its name, as a field is.
            string series = parts.Groups["series"].Value;
            var fields = parts.Groups["fields"].Value.Split(',').Select(field => field.Split('='))
                .ToDictionary(f => f[0], f => f[1].TrimEnd('i'), StringComparer.Ordinal);
            if (series.Length > 0)
            {
                fields.Add("series", series);
            }

            points.Add(((parts.Groups["source"].Value, series, time), fields));
        }

        lock (_gate)
        {
            foreach (var (key, fields) in points)
            {
                _points[key] = fields;
            }
        }

        return null;
    }

    public string[] Sources()
    {
        lock (_gate)
        {
            return [.. _points.Keys.Select(k => k.Source).Distinct()];
        }
    }

    /// <summary>How many rows a condition holds for.</summary>
    public long Count(string statement)
    {
        var range = Range().Match(statement);
        (string source, long first, long end) = (range.Groups["source"]
            .Value, long.Parse(range.Groups["first"].Value, CultureInfo.InvariantCulture),
            long.Parse(range.Groups["end"].Value, CultureInfo.InvariantCulture));
        lock (_gate)
        {
            return _points.Count(p => p.Key.Source == source
                && long.Parse(p.Value["sequence"], CultureInfo.InvariantCulture) is var s && s >= first && s < end);
        }
    }

    /// <summary>
    /// The rows of a source, or of a range of its records, as CSV: time, sequence, quality and the values that the statement
    /// names.
    /// </summary>
    /// <param name="statement">The statement.</param>
    /// <param name="before">What each row begins with.</param>
    /// <param name="names">What the line of names begins with.</param>
    public string Rows(string statement, string before, string names)
    {
        string source = Source().Match(statement).Groups["source"].Value;
        var (first, end) = Range().Match(statement) is { Success: true } range
            ? (long.Parse(range.Groups["first"].Value, CultureInfo.InvariantCulture),
                long.Parse(range.Groups["end"].Value, CultureInfo.InvariantCulture))
            : (long.MinValue, long.MaxValue);
        string[] columns = ["sequence", "quality", .. Column().Matches(statement).Select(m => m.Groups["name"].Value)];
        var text = new StringBuilder(names).Append("time,").AppendJoin(',', columns).Append('\n');
        lock (_gate)
        {
            foreach (var ((_, _, time), fields) in _points.Where(p => p.Key.Source == source).OrderBy(p => p.Key.Time))
            {
                if (long.Parse(fields["sequence"], CultureInfo.InvariantCulture) is var sequence
                    && (sequence < first || sequence >= end))
                {
                    continue;
                }

                text.Append(before).Append(time.ToString(CultureInfo.InvariantCulture)).Append(',')
                    .AppendJoin(',', columns.Select(c => fields.GetValueOrDefault(c, string.Empty))).Append('\n');
            }
        }

        return text.ToString();
    }

    [GeneratedRegex("^records,source=(?<source>[^ ,]+)(,series=(?<series>[0-9]+))? (?<fields>[^ ]+) (?<time>-?[0-9]+)$",
        RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Line();

    [GeneratedRegex("source = '(?<source>[^']*)' AND sequence >= (?<first>-?[0-9]+) AND sequence < (?<end>-?[0-9]+)",
        RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Range();

    [GeneratedRegex("source = '(?<source>[^']*)'", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Source();

    [GeneratedRegex("\"(?<name>[^\"]+)\"", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Column();

    [GeneratedRegex("CAST\\(NULL AS DOUBLE\\) AS \"[^\"]+\"", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Nothing();
}
