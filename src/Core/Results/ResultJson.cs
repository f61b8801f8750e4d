using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// Serializes all result files: snake_case names that end with the unit, numbers in full, enumerations as words. Manifest and
/// journal are written and read through it. Old folders must stay readable, so a released member is never renamed.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(WordConverter<TrialStatus>), typeof(WordConverter<SweepOrder>), typeof(WordConverter<Survival>),
        typeof(WordConverter<DataModel>), typeof(WordConverter<Plan.FaultKind>),
        typeof(WordConverter<Repeats>),
        typeof(WordConverter<Operations.OperationKind>)],
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(JournalEntry))]
[JsonSerializable(typeof(Manifest))]
[JsonSerializable(typeof(SweepConfiguration))]
public sealed partial class ResultJson : JsonSerializerContext
{
    /// <summary>The same, indented, for files that people read.</summary>
    public static ResultJson Indented => field ??= new(new JsonSerializerOptions(Default.Options) { WriteIndented = true });
}
