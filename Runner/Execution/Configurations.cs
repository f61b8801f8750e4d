using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Execution;

/// <summary>Makes the configuration of a sweep: the request, with what its workload turned out to be.</summary>
internal static class Configurations
{
    /// <summary>The configuration of a request.</summary>
    /// <param name="request">The request.</param>
    /// <param name="workloads">Its workloads.</param>
    /// <returns>The configuration; it holds no secret.</returns>
    public static SweepConfiguration Of(SweepRequest request, WorkloadSet workloads) => new()
    {
        Study = request.Study,
        Deviations = request.Deviations,
        Points = request.Points(workloads.Values),
        Trials = request.Trials * (request.Blocks ?? 1),
        Blocks = request.Blocks,
        WarmUp = request.WarmUp,
        Precision = request.Precision,
        MaxTrials = request.MaxTrials,
        Order = request.Order,
        PairedBy = request.PairAxis?.Option,
        Seed = request.Seed,
        OrderSeed = request.OrderSeed,
        Workload = workloads.Name,
        WorkloadFacts = workloads.Facts,
        Endpoints = request.Databases
            .SelectMany(d => d.Definition.Parts)
            .Select(part => part.Name)
            .Distinct(StringComparer.Ordinal)
            .ToDictionary(name => name, request.Access.ShownEndpoint, StringComparer.Ordinal),
        Deployments = request.Access.Deployed.Count == 0 ? null : request.Access.Deployed.ToDictionary(d => d.Name, d => d.Resolved, StringComparer.Ordinal),
        Launcher = request.Launcher?.ToString(),
        HostProgram = request.HostProgram,
        RehearsalS = request.RehearsalS,
        OperationLaw = request.Mixes.Count > 0 ? OperationRequest.Law : null,
        Retries = request.Retries,
        RetryDelayS = request.RetryDelayS,
        OwnRetries = request.OwnRetries,
        RequestTimeoutS = request.Access.RequestTimeout.TotalSeconds,
        Confidence = request.Confidence,
    };

    /// <summary>A configuration with the blocks that opening its targets has shown to be needed; one block has the trials that there are without.</summary>
    /// <param name="targets">The targets.</param>
    /// <param name="configuration">The configuration.</param>
    /// <returns>The configuration that is run.</returns>
    public static SweepConfiguration With(OpenTargets targets, SweepConfiguration configuration) =>
        configuration with { Blocks = targets.Blocks, BlocksBecause = targets.BlocksBecause };
}
