using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// The estimate of one target, with one mix if the sweep has mixes, within a <see cref="PlanReport"/>. <see cref="PlanVerb"/>
/// creates it from a pilot. Its members are a published format.
/// </summary>
/// <param name="Target">The values of the axes that open the target, and its mix.</param>
/// <param name="Points">Number of its points.</param>
/// <param name="PilotRecordsPerS">Throughput of the pilot, a rough figure.</param>
/// <param name="BytesPerRecord">Data and index bytes per record.</param>
/// <param name="LogBytesPerRecord">Bytes of write-ahead log per record.</param>
/// <param name="EstimatedS">Estimated seconds of its trials.</param>
/// <param name="DiskNeededBytes">Bytes of its largest trial on disk.</param>
internal sealed record PlanTarget(
    [property: JsonIgnore] AxisValues Target,
    int Points,
    double PilotRecordsPerS,
    double BytesPerRecord,
    double LogBytesPerRecord,
    double EstimatedS,
    long DiskNeededBytes)
{
    /// <summary>The values of the axes that open the target, and its mix if it has one, as JSON members of this object.</summary>
    [JsonExtensionData]
    public IDictionary<string, JsonElement> Axes => AxisFields.Of(Target, axis => axis.OpensTarget || Target[axis] is not null);
}
