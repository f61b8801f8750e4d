using System.Text.Json.Serialization;
using DbIngest.Clusters.Reports;
using DbIngest.Core.Results;
using DbIngest.Sources;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Serializes the JSON output of verbs in the style of result files: snake_case names, enumerations as text. <c>targets</c>,
/// <c>plan</c>, <c>verify</c>, <c>sources inspect</c> and <c>cluster</c> print by it. Member names are a published format and
/// must not be renamed. Result files have separate serializers.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(TargetReport[]))]
[JsonSerializable(typeof(EndpointOptionReport[]))]
[JsonSerializable(typeof(AuditResult))]
[JsonSerializable(typeof(PlanReport))]
[JsonSerializable(typeof(InputReport))]
[JsonSerializable(typeof(ClusterReport))]
[JsonSerializable(typeof(ClusterRendered))]
internal sealed partial class VerbJson : JsonSerializerContext;
