using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;

namespace DbIngest.Core.ManySeries;

/// <summary>
/// A workload whose sources report for many devices (<c>--series</c>, <c>--churn</c>): each record carries the number of its
/// series after its measured values. A pure function of (workload, seed, source, sequence), so that the audit finds a record in
/// another series as altered content. <see cref="LateRecords.StreamWorkloads"/> wraps the workload of a point in it.
/// </summary>
/// <param name="inner">The workload without series. This object does not dispose it.</param>
/// <param name="series">How many series a source has.</param>
/// <param name="churn">How fast they are replaced. Null if they stay.</param>
/// <param name="sources">Sources of the point. No two have a series of the same number.</param>
/// <param name="seed">Seed of the sweep.</param>
/// <exception cref="ArgumentException">
/// A record has as many values as it may have already, or one is named as the series is.
/// </exception>
internal sealed class SeriesWorkload(IWorkload inner, SeriesCount series, Churn? churn, int sources, ulong seed)
    : IWorkload
{
    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public RecordSchema Schema { get; } = inner.Schema.WithSeries();

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts => inner.Facts;

    /// <inheritdoc/>
    public IRecordSource Open(int source)
    {
        var records = inner.Open(source);
        try
        {
            var first = new RecordBatch(inner.Schema, 1);
            records.Fill(first, 0, 1);
            return new SeriesSource(records, inner.Schema,
                new SeriesNumbers(series, churn, sources, seed, source, first.Timestamps[0]));
        }
        catch
        {
            records.Dispose();
            throw;
        }
    }

    /// <summary>Does nothing: this object does not own the inner workload.</summary>
    public void Dispose()
    {
    }
}
