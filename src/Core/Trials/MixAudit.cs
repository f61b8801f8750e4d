using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Trials;

/// <summary>
/// Proves that a database holds what a mix of operations has left: every record in its last version, none that was deleted, and
/// that each read was answered so.
/// </summary>
public static class MixAudit
{
    /// <summary>Audits a target.</summary>
    /// <param name="target">The target, settled.</param>
    /// <param name="workload">The workload.</param>
    /// <param name="request">What was asked for.</param>
    /// <param name="mix">How far its lanes came.</param>
    /// <param name="cancellation">Ends the audit early.</param>
    /// <returns>The verdict.</returns>
    /// <exception cref="TargetException">The target could not be read: there is no verdict.</exception>
    public static AuditResult Run(
        ITarget target, IWorkload workload, IngestRequest request, MixOutcome mix, CancellationToken cancellation)
    {
        var sources = new (SourceExtent Extent, ulong Checksum)[request.Point.Sources.Total];
        var lanes = mix.Lanes.ToLookup(lane => lane.Source);
        var operations = request.ToOperations();
        Parallel.For(0, sources.Length, new ParallelOptions { CancellationToken = cancellation }, source =>
            sources[source] = OperationReplay.Of(workload, operations, source, [.. lanes[source]], cancellation));
        var audit = Auditor.Run(
            target, workload.Schema.ValueCount, [.. sources.Select(s => s.Extent)], source => sources[source].Checksum, cancellation);
        return mix.WrongAnswers == 0
            ? audit
            : audit with
            {
                Passed = false,
                Findings = [.. audit.Findings, FormattableString.Invariant($"{mix.WrongAnswers} reads had a wrong answer, the first: {mix.FirstWrongAnswer}")],
            };
    }
}
