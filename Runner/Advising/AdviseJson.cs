using System.Text.Json.Serialization;

namespace DbIngest.Runner.Advising;

/// <summary>
/// Serializes <see cref="AdviseState"/> as indented JSON with snake_case names, as in result files. Only
/// <see cref="AdviseState"/> calls it, to write and read <c>advise.json</c>. Folders of earlier versions hold the names of the
/// members: never rename one.
/// </summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(AdviseState))]
internal sealed partial class AdviseJson : JsonSerializerContext;
