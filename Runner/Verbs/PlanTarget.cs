using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Verbs;

/// <summary>What the pilot found of a target.</summary>
/// <param name="Target">The axes that open it.</param>
/// <param name="Points">Its points.</param>
/// <param name="PilotRecordsPerS">Throughput of the pilot: rough, since it is small.</param>
/// <param name="BytesPerRecord">Data and index bytes a record.</param>
/// <param name="LogBytesPerRecord">Write-ahead log bytes a record.</param>
/// <param name="EstimatedS">The time that its trials would take.</param>
/// <param name="DiskNeededBytes">What its largest trial takes on the disk.</param>
internal sealed record PlanTarget(
    [property: JsonIgnore] AxisValues Target,
    int Points,
    double PilotRecordsPerS,
    double BytesPerRecord,
    double LogBytesPerRecord,
    double EstimatedS,
    long DiskNeededBytes)
{
    /// <summary>The axes that open it, as members of this object.</summary>
    [JsonExtensionData]
    public IDictionary<string, JsonElement> Axes => AxisFields.Of(Target, axis => axis.OpensTarget);
}
