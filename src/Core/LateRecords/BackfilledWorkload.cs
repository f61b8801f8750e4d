using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// A workload in which a share of the batches holds records of an old period (<c>--backfill</c>). The records of each source form
/// two periods: the first period is moved back in time, and its batches are sent between those of the second. A pure function of
/// (workload, seed, source, sequence, batch size, prefill, records). <see cref="StreamWorkloads"/> wraps the workload of a point
/// in it.
/// </summary>
/// <param name="inner">The workload in order. This object does not dispose it.</param>
/// <param name="backfill">How many batches are old, and how old.</param>
/// <param name="batch">Records per batch.</param>
/// <param name="prefilled">
/// Returns how many records of a source are loaded before a trial. They belong to the new period.
/// </param>
/// <param name="seed">Seed of the sweep.</param>
/// <param name="records">Most records that a source sends, including those loaded before the trial.</param>
public sealed class BackfilledWorkload(
    IWorkload inner, Backfill backfill, int batch, Func<int, long> prefilled, ulong seed, long records) : IWorkload
{
    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public RecordSchema Schema => inner.Schema;

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts => inner.Facts;

    /// <inheritdoc/>
    public IRecordSource Open(int source)
    {
        long before = prefilled(source);
        return new BackfilledSource(
            inner.Open(source),
            new OldBatches(backfill.Millionths, batch, before, seed, source),
            gap: (long)(backfill.GapS * 1e6),
            records);
    }

    /// <summary>Does nothing: this object does not own the workload in order.</summary>
    public void Dispose()
    {
    }
}
