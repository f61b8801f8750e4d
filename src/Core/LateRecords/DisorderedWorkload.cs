using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// A workload in which a share of the records comes late (<c>--disorder</c>). It sends the records of the ordered workload in
/// another order. Only the first late records may be new, with times before the beginning of the ordered workload. A pure
/// function of (workload, seed, source, sequence). <see cref="StreamWorkloads"/> wraps the workload of a point in it, and
/// <c>WorkloadSet</c> of the command line opens each source once at the start to check the delay.
/// </summary>
/// <param name="inner">The workload in order. This object does not dispose it.</param>
/// <param name="disorder">How many records come late, and how late.</param>
/// <param name="seed">Seed of the sweep.</param>
/// <param name="records">Records that each source of <paramref name="inner"/> certainly has.</param>
public sealed class DisorderedWorkload(IWorkload inner, Disorder disorder, ulong seed, long records) : IWorkload
{
    /// <summary>Records at the beginning of a source. Their median interval stands for the whole source.</summary>
    private const int Probed = 256;

    /// <summary>Longest delay, in records.</summary>
    private const long MostRecords = 1_000_000_000;

    /// <summary>Records that a source of the ordered workload must have in addition to the records that are sent.</summary>
    public const int RecordsBeyond = 1;

    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public RecordSchema Schema => inner.Schema;

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts => inner.Facts;

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The longest delay is less than the interval between two records of the source, or more
    /// than <see cref="MostRecords"/> of them.</exception>
    public IRecordSource Open(int source)
    {
        var ordered = inner.Open(source);
        try
        {
            long interval = IntervalOf(ordered);
            long most = (long)(disorder.MostS * 1e6 / interval);
            return most is < 1 or > MostRecords
                ? throw new ArgumentException(FormattableString.Invariant(
                    $"--disorder {disorder}: source {source} has a record each {interval / 1e6:0.######} s, so that {disorder.MostS:0.######} s are {most} of them; give a time of 1 to {MostRecords:N0} records."))
                : new DisorderedSource(ordered, Schema, new LateSlots(disorder.Millionths, most, seed, source), interval);
        }
        catch
        {
            ordered.Dispose();
            throw;
        }
    }

    /// <summary>Does nothing: this object does not own the workload in order.</summary>
    public void Dispose()
    {
    }

    /// <summary>The median interval between the first records, in microseconds. Equal times are left out.</summary>
    private long IntervalOf(IRecordSource ordered)
    {
        var batch = new RecordBatch(Schema, (int)Math.Clamp(records, 2, Probed));
        ordered.Fill(batch, 0, (int)Math.Min(records, batch.Capacity));
        long[] intervals = [.. Enumerable.Range(1, Math.Max(0, batch.Count - 1))
            .Select(row => batch.Timestamps[row] - batch.Timestamps[row - 1]).Where(interval => interval > 0).Order()];
        return intervals.Length > 0 ? intervals[intervals.Length / 2]
            : throw new ArgumentException($"--disorder {disorder}: the times of the records do not advance; leave it out.");
    }
}
