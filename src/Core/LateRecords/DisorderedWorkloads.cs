using DbIngest.Core.Plan;
using DbIngest.Core.Sources;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// Wraps the workload of a point so that records come late as <c>--disorder</c> says, and keeps each for the points that share
/// it.
/// The set of workloads and source processes own one. It owns no workload.
/// </summary>
public sealed class DisorderedWorkloads
{
    private readonly Dictionary<(IWorkload, Disorder, ulong Seed), DisorderedWorkload> _workloads = [];

    /// <summary>The workload of a point.</summary>
    /// <param name="ordered">Its workload in order.</param>
    /// <param name="point">The point.</param>
    /// <param name="seed">Seed of the sweep.</param>
    /// <param name="records">Records that a source has at least.</param>
    /// <returns>The workload in order if no record comes late.</returns>
    public IWorkload Of(IWorkload ordered, Point point, ulong seed, long records)
    {
        if (point.Disorder is not { } disorder)
        {
            return ordered;
        }

        if (!_workloads.TryGetValue((ordered, disorder, seed), out var workload))
        {
            _workloads.Add((ordered, disorder, seed), workload = new DisorderedWorkload(ordered, disorder, seed, records));
        }

        return workload;
    }
}
