using System.Text.Json.Serialization;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Verbs;

/// <summary>How verbs write JSON: as the result files are written.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(TargetReport[]))]
[JsonSerializable(typeof(AuditResult))]
[JsonSerializable(typeof(PlanReport))]
internal sealed partial class VerbJson : JsonSerializerContext;
