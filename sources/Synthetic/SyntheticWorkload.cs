using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// A workload of three-phase mains meters that measure once per second. <c>WorkloadOpener</c> creates it for sweeps without
/// <c>--input</c>, in each process, and <c>SourcesVerb</c> for an export. Every record is a pure function of (seed, source,
/// sequence), with the same bits on every machine. <c>docs/explanation/inputs.md</c> has the formulas.
/// </summary>
/// <remarks>
/// Values are not rounded to a meter's resolution: their noise reaches down to the last bit of the mantissa. This is the hardest
/// case for a database that compresses values. Real recordings compress better (<c>docs/explanation/inputs.md</c>).
/// <see cref="Version"/> stands in the facts, which a resumed sweep compares. Without a new one, a sweep that an older generator
/// began would go on with other records.
/// </remarks>
public sealed class SyntheticWorkload : IWorkload
{
    /// <summary>Version of the generator: equal versions and seeds give equal records.</summary>
    public const string Version = "synthetic-1";

    /// <summary>Time of the first second: 2026-01-01T00:00:00Z in microseconds since 1970.</summary>
    public const long EpochMicroseconds = 1_767_225_600_000_000;

    /// <summary>Microseconds between records.</summary>
    public const long CadenceMicroseconds = 1_000_000;

    /// <summary>
    /// Upper bound of sequence numbers, itself excluded. Its timestamp is in the year 9979, before the end of the calendar.
    /// </summary>
    public const long MaxSequence = 251_000_000_000;

    private readonly ulong _seed;

    /// <summary>Creates the workload.</summary>
    /// <param name="seed">The seed of all noise.</param>
    /// <param name="values">Values per record, 1 to <see cref="RecordSchema.MaxValues"/>. Fewer than nine are the first of the
    /// meter's; more add harmonics and auxiliary channels.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="values"/> is out of range.</exception>
    public SyntheticWorkload(ulong seed, int values = 9)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(values, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(values, RecordSchema.MaxValues);
        _seed = seed;
        Schema = SchemaOf(values);
        Facts = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["generator"] = Version,
            ["seed"] = seed.ToString(CultureInfo.InvariantCulture),
            ["values"] = values.ToString(CultureInfo.InvariantCulture),
            ["cadence_s"] = "1",
            ["epoch"] = "2026-01-01T00:00:00Z",
        };
    }

    /// <inheritdoc/>
    public string Name => "synthetic";

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts { get; }

    /// <inheritdoc/>
    public IRecordSource Open(int source)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(source);
        return new SyntheticSource(_seed, source, Schema.ValueCount, SyntheticSource.WidestRows);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    private static RecordSchema SchemaOf(int values)
    {
        var meter = RecordSchema.ThreePhaseMeter;
        if (values == meter.ValueCount)
        {
            return meter;
        }

        var columns = meter.Values.Take(values).ToList();
        for (int extra = 0; columns.Count < values; extra++)
        {
            columns.Add(ExtraChannel.Describe(extra));
        }

        return new RecordSchema(columns);
    }
}
