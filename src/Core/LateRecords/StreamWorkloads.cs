using DbIngest.Core.ManySeries;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Core.Widening;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// Wraps the workload of a point so that records come late (<c>--disorder</c>), batches hold an old period (<c>--backfill</c>),
/// records belong to many series (<c>--series</c>), or records get more values in the trial (<c>--add-values</c>). It returns the
/// same object for points that share a stream, because <see cref="Trials.TrialRunner"/> compares workloads by reference.
/// <c>WorkloadSet</c> of the command line and <c>SourceProcess</c> have one each. It disposes no workload. Not thread-safe.
/// </summary>
public sealed class StreamWorkloads
{
    private readonly Dictionary<object, IWorkload> _made = [];

    /// <summary>Returns the workload of a point.</summary>
    /// <param name="ordered">The workload in order.</param>
    /// <param name="point">The point.</param>
    /// <param name="seed">Seed of the sweep.</param>
    /// <param name="records">
    /// Most records that a source of the sweep sends, and <see cref="DisorderedWorkload.RecordsBeyond"/> if some come late. The
    /// same in every call for a workload.
    /// </param>
    /// <returns>The wrapped workload, or <paramref name="ordered"/> if the point asks for none of these.</returns>
    public IWorkload Of(IWorkload ordered, Point point, ulong seed, long records) =>
        Widened(Backfilled(Disordered(Series(ordered, point, seed), point, seed, records), point, seed, records), point, seed);

    private IWorkload Widened(IWorkload inner, Point point, ulong seed) =>
        point.AddedValues is not { } added ? inner
            : Kept((inner, added, seed), () => new WidenedWorkload(inner, added, seed));

    private IWorkload Disordered(IWorkload ordered, Point point, ulong seed, long records) =>
        point.Disorder is not { } disorder ? ordered : Kept((ordered, disorder, seed),
            () => new DisorderedWorkload(ordered, disorder, seed, records));

    private IWorkload Backfilled(IWorkload inner, Point point, ulong seed, long records) =>
        point.Backfill is not { } backfill ? inner
            : Kept((inner, backfill, point.Batch, point.Prefill, point.Sources.Total, seed),
                () => new BackfilledWorkload(inner, backfill, point.Batch, point.PrefilledBy, seed, SentOf(point, records)));

    /// <summary>Most records that a source sends. The one beyond them moves up where a late record leaves its place.</summary>
    private static long SentOf(Point point, long records) =>
        records - (point.Disorder is null ? 0 : DisorderedWorkload.RecordsBeyond);

    private IWorkload Series(IWorkload inner, Point point, ulong seed) =>
        point.Series is not { } series ? inner : Kept((inner, series, point.Churn, point.Sources.Total, seed),
            () => new SeriesWorkload(inner, series, point.Churn, point.Sources.Total, seed));

    /// <summary>The workload of a key: what it wraps, and everything that it depends on.</summary>
    private IWorkload Kept(object key, Func<IWorkload> make)
    {
        if (!_made.TryGetValue(key, out var workload))
        {
            _made.Add(key, workload = make());
        }

        return workload;
    }
}
