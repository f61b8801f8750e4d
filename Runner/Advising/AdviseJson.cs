using System.Text.Json.Serialization;

namespace DbIngest.Runner.Advising;

/// <summary>Serializes <see cref="AdviseState"/> in the style of result files.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(AdviseState))]
internal sealed partial class AdviseJson : JsonSerializerContext;
