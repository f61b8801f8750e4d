using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// Serializes manifest and journal of a result folder: snake_case names that end with the unit, enumerations as words, no entry
/// for a member that is null. <see cref="ResultFolder"/> writes and reads manifests through it, <see cref="Journal"/> and
/// <see cref="JournalContent"/> the lines of the journal. <c>SummaryJson</c> serializes the summaries. Old folders must stay
/// readable: never rename a released member. A new enumeration needs a converter to words, here or on its type.
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
    /// <summary>The same with indentation, for the manifest, which people read.</summary>
    public static ResultJson Indented => field ??= new(new JsonSerializerOptions(Default.Options) { WriteIndented = true });
}
