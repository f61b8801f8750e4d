using DbIngest.Core.ManySeries;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// Wraps the workload of a point so that records come late (<c>--disorder</c>), batches hold an old period (<c>--backfill</c>) or
/// records belong to many series (<c>--series</c>). It returns the same object for points that share a stream, because
/// <see cref="Trials.TrialRunner"/> compares workloads by reference. The command line and source processes have one each. It
/// disposes no workload. Not thread-safe.
/// </summary>
public sealed class StreamWorkloads
{
    private readonly Dictionary<(IWorkload, Disorder, ulong Seed), DisorderedWorkload> _disordered = [];
    private readonly Dictionary<(IWorkload, Backfill, int Batch, Prefill?, int Sources, ulong Seed), BackfilledWorkload>
        _backfilled = [];

    private readonly Dictionary<(IWorkload, SeriesCount, Churn?, int Sources, ulong Seed), SeriesWorkload> _series = [];

    /// <summary>Returns the workload of a point.</summary>
    /// <param name="ordered">The workload in order.</param>
    /// <param name="point">The point.</param>
    /// <param name="seed">Seed of the sweep.</param>
    /// <param name="records">Most records that a source of the sweep sends. The same in every call for a workload.</param>
    /// <returns>The wrapped workload, or <paramref name="ordered"/> if the point asks for none of these.</returns>
    public IWorkload Of(IWorkload ordered, Point point, ulong seed, long records) =>
        Backfilled(Disordered(Series(ordered, point, seed), point, seed, records), point, seed, records);

    private IWorkload Disordered(IWorkload ordered, Point point, ulong seed, long records)
    {
        if (point.Disorder is not { } disorder)
        {
            return ordered;
        }

        if (!_disordered.TryGetValue((ordered, disorder, seed), out var workload))
        {
            _disordered.Add((ordered, disorder, seed), workload = new DisorderedWorkload(ordered, disorder, seed, records));
        }

        return workload;
    }

    private IWorkload Backfilled(IWorkload inner, Point point, ulong seed, long records)
    {
        if (point.Backfill is not { } backfill)
        {
            return inner;
        }

        var key = (inner, backfill, point.Batch, point.Prefill, point.Sources.Total, seed);
        if (!_backfilled.TryGetValue(key, out var workload))
        {
            _backfilled.Add(key,
                workload = new BackfilledWorkload(inner, backfill, point.Batch, point.PrefilledBy, seed, records));
        }

        return workload;
    }

    private IWorkload Series(IWorkload inner, Point point, ulong seed)
    {
        if (point.Series is not { } series)
        {
            return inner;
        }

        var key = (inner, series, point.Churn, point.Sources.Total, seed);
        if (!_series.TryGetValue(key, out var workload))
        {
            _series.Add(key, workload = new SeriesWorkload(inner, series, point.Churn, point.Sources.Total, seed));
        }

        return workload;
    }
}
