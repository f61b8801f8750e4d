using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;
using DbIngest.Sources.Recording;

namespace DbIngest.Sources;

/// <summary>
/// Reads an input from end to end and reports on it. <c>SourcesVerb</c> calls it for <c>sources inspect</c>. Holds one batch in
/// memory, whatever the input's size, and changes no file.
/// </summary>
public static class InputInspector
{
    private const int BatchRecords = 1000;

    /// <summary>Reads the input.</summary>
    /// <param name="path">One file (plain, gzip or zip), a folder, or a pattern.</param>
    /// <param name="options">Input options as <c>key=value,key=value</c>; may be null or empty.</param>
    /// <param name="cancellation">Checked between batches.</param>
    /// <exception cref="ArgumentException">An option is unknown or invalid.</exception>
    /// <exception cref="InputException">A file cannot be read, or not with these options.</exception>
    public static InputReport Inspect(string path, string? options, CancellationToken cancellation)
    {
        var parsed = InputOptions.Parse(options);
        using var set = InputSet.Open(path, parsed);
        InputWorkload.TakeShare(parsed);
        string format = InputFormats.Find(set.Files[0], InputOptions.Parse(options)).Name;
        using var reader = InputWorkload.ReaderOf(set.Files, options)();
        var columns = reader.Schema.Values.Select(_ => new ColumnSum()).ToArray();
        var profile = new RecordingProfile(columns.Length);
        var batch = new RecordBatch(reader.Schema, BatchRecords);
        long uncertain = 0;
        while (reader.Read(batch) > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            profile.Add(batch);
            for (int column = 0; column < columns.Length; column++)
            {
                columns[column].Add(batch.Column(column));
            }

            foreach (uint quality in batch.Qualities.AsSpan(0, batch.Count))
            {
                uncertain += ((RecordQuality)quality).HasFlag(RecordQuality.TimeUncertain) ? 1 : 0;
            }
        }

        if (profile.Rows == 0)
        {
            throw new InputException($"{set.Name}: it has no records.");
        }

        var facts = new SortedDictionary<string, string>(reader.Facts.ToDictionary(), StringComparer.Ordinal);
        set.Describe(facts);
        return new InputReport(
            set.Name,
            format,
            profile.Rows,
            DateTime.UnixEpoch.AddTicks(profile.Earliest * TimeSpan.TicksPerMicrosecond),
            DateTime.UnixEpoch.AddTicks(profile.Latest * TimeSpan.TicksPerMicrosecond),
            profile.MedianInterval / 1e6,
            profile.Backward,
            profile.Repeated,
            uncertain,
            [.. columns.Zip(reader.Schema.Values, (sum, value) => sum.Report(value))],
            facts);
    }

    private sealed class ColumnSum
    {
        private long _count;
        private long _missing;
        private double _min = double.PositiveInfinity;
        private double _max = double.NegativeInfinity;
        private double _sum;
        private double _compensation;

        public void Add(ReadOnlySpan<double> values)
        {
            foreach (double value in values)
            {
                if (double.IsNaN(value))
                {
                    _missing++;
                    continue;
                }

                _count++;
                _min = Math.Min(_min, value);
                _max = Math.Max(_max, value);
                double sum = _sum + value;
                _compensation += Math.Abs(_sum) >= Math.Abs(value) ? (_sum - sum) + value : (value - sum) + _sum;
                _sum = sum;
            }
        }

        public ValueReport Report(ValueColumn value) => new(
            value.Name, value.Unit, _count, _missing, _count > 0 ? _min : null, _count > 0 ? _max : null,
            double.IsFinite(_sum + _compensation) ? _sum + _compensation : null);
    }
}
