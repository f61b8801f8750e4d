using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Execution;

/// <summary>
/// Builds the configuration of a sweep from the user's request and the opened workloads. <c>run</c>, <c>plan</c> and
/// <c>verify</c> call it before the first trial, and manifests store the result: it must not contain a secret. A setting that
/// decides figures must stand here and in <c>ConfigurationDifferences</c>, or <c>--resume</c> goes on with another value.
/// </summary>
internal static class Configurations
{
    /// <summary>Builds the configuration.</summary>
    /// <param name="request">The request.</param>
    /// <param name="workloads">The opened workloads of the request, which decide the values per record.</param>
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
        Search = request.Search,
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
        Deployments = request.Access.Deployed.Count == 0 ? null : request.Access.Deployed
            .ToDictionary(d => d.Name, d => d.Resolved, StringComparer.Ordinal),
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

    /// <summary>Adds the number of blocks that opening the targets decided.</summary>
    /// <param name="targets">The opened targets.</param>
    /// <param name="configuration">The configuration before the targets were opened.</param>
    public static SweepConfiguration With(OpenTargets targets, SweepConfiguration configuration) =>
        configuration with { Blocks = targets.Blocks, BlocksBecause = targets.BlocksBecause };
}
