using System.Text.Json.Serialization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>How summaries are written as JSON: snake_case names with the unit last, missing values as null, indented.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(SweepSummary))]
[JsonSerializable(typeof(Comparison))]
public sealed partial class SummaryJson : JsonSerializerContext;
