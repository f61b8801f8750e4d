using System.Text.Json.Serialization;

namespace DbIngest.Runner.Advising;

/// <summary>
/// Serializes <see cref="AdviseState"/>, which calls it, in the style of result files. Old folders hold the names: rename none.
/// </summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(AdviseState))]
internal sealed partial class AdviseJson : JsonSerializerContext;
