using System.Globalization;
using DbIngest.Core.Records;
using DbIngest.Core.Sources;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>
/// A recording of real equipment. It is copied once into a temporary file, in the form in which it is replayed; every source
/// replays the whole of it, and begins again with later timestamps when it needs more records than there are.
/// </summary>
public sealed class RecordingWorkload : IWorkload
{
    private const long MicrosecondsPerSecond = 1_000_000;

    private readonly SpoolFile _spool;
    private readonly long _maxRecords;

    /// <summary>Copies the records.</summary>
    /// <param name="reader">The reader; read as far as needed, not disposed.</param>
    /// <param name="name">The recording's name.</param>
    /// <param name="facts">What identifies it.</param>
    /// <param name="folder">The folder of the temporary file.</param>
    /// <param name="maxRecordsPerSource">The most records that any source will be asked for.</param>
    /// <exception cref="InputException">The input is malformed or empty, or the disk is full.</exception>
    public RecordingWorkload(
        IRecordReader reader, string name, IReadOnlyDictionary<string, string> facts, string folder, long maxRecordsPerSource)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxRecordsPerSource, 1);
        Name = name;
        Schema = reader.Schema;
        _maxRecords = maxRecordsPerSource;
        _spool = SpoolFile.Create(reader, maxRecordsPerSource, folder, name);
        Facts = FactsOf(facts, reader.Facts);
        long repetitions = (maxRecordsPerSource - 1) / _spool.Profile.Rows;
        if (repetitions > (DateTime.MaxValue.Ticks / 10 / _spool.Profile.Shift) || !InRange(repetitions))
        {
            _spool.Dispose();
            throw new InputException($"{name}: repeated {repetitions} times its timestamps would go beyond the year 9999. Use fewer records.");
        }
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts { get; }

    /// <inheritdoc/>
    public IRecordSource Open(int source)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(source);
        return new RecordingSource(_spool, source, Schema.ValueCount, _maxRecords);
    }

    /// <summary>Removes the temporary file. Streams that are still open keep it until they are disposed.</summary>
    public void Dispose() => _spool.Dispose();

    private bool InRange(long repetitions) =>
        _spool.Profile.Latest + (repetitions * _spool.Profile.Shift) <= (DateTime.MaxValue.Ticks - DateTime.UnixEpoch.Ticks) / 10;

    private Dictionary<string, string> FactsOf(IReadOnlyDictionary<string, string> input, IReadOnlyDictionary<string, string> reader)
    {
        var profile = _spool.Profile;
        var facts = new Dictionary<string, string>(input, StringComparer.Ordinal);
        foreach (var (key, value) in reader)
        {
            facts[key] = value;
        }

        facts["rows"] = Text(profile.Rows) + (profile.Rows == _maxRecords ? " (no more are needed)" : "");
        facts["values"] = string.Join(", ", Schema.Values.Select(value => value.Unit.Length == 0 ? value.Name : $"{value.Name} [{value.Unit}]"));
        facts["missing_values"] = Text(profile.Missing.Sum());
        facts["missing_by_value"] = string.Join(", ", Schema.Values.Select((value, i) => $"{value.Name} {Text(profile.Missing[i])}"));
        facts["earliest_utc"] = Time(profile.Earliest);
        facts["latest_utc"] = Time(profile.Latest);
        facts["median_interval_s"] = Seconds(profile.MedianInterval);
        facts["backward_timestamps"] = Text(profile.Backward);
        facts["repeated_timestamps"] = Text(profile.Repeated);
        facts["repetition"] = profile.Rows >= _maxRecords
            ? "none"
            : $"each source replays the rows {((double)_maxRecords / profile.Rows).ToString("0.##", CultureInfo.InvariantCulture)} times, "
                + $"each time {Seconds(profile.Shift)} s later";
        return facts;
    }

    private static string Text(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Seconds(long micros) => ((decimal)micros / MicrosecondsPerSecond).ToString("0.######", CultureInfo.InvariantCulture);

    private static string Time(long micros) =>
        DateTime.UnixEpoch.AddTicks(micros * 10).ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFZ", CultureInfo.InvariantCulture);
}
