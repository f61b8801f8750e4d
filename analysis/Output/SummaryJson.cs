using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Advise;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Output;

/// <summary>
/// The JSON format of summaries: snake_case names with the unit last, missing values as null, indented.
/// <see cref="SummaryFiles"/> and the option <c>--json</c> of the verbs write it, and docs/reference/results.md is derived from
/// it. Programs read the names: add members, but rename none.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters =
    [
        typeof(WordConverter<TrialStatus>),
        typeof(WordConverter<SweepOrder>),
        typeof(WordConverter<DataModel>),
        typeof(WordConverter<AuditVerdict>),
        typeof(WordConverter<SteadyVerdict>),
        typeof(WordConverter<RuleState>),
        typeof(WordConverter<PointVerdict>),
        typeof(WordConverter<OverallVerdict>),
        typeof(WordConverter<RateVerdict>),
        typeof(WordConverter<RegressionGate>),
        typeof(WordConverter<FindingVerdict>),
        typeof(WordConverter<RepetitionKind>),
        typeof(WordConverter<PrecisionEnd>),
        typeof(WordConverter<SearchEnd>),
        typeof(WordConverter<FaultKind>),
        typeof(WordConverter<Survival>),
        typeof(WordConverter<Repeats>),
        typeof(WordConverter<DbIngest.Core.Operations.OperationKind>),
        typeof(WordConverter<DbIngest.Abstractions.Operations.TimeQueryKind>),
    ],
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(SweepSummary))]
[JsonSerializable(typeof(Comparison))]
[JsonSerializable(typeof(History))]
[JsonSerializable(typeof(Reproduction))]
[JsonSerializable(typeof(Advice))]
public sealed partial class SummaryJson : JsonSerializerContext;
