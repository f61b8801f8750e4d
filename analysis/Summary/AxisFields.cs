using System.Text.Json;
using System.Text.Json.Nodes;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Writes axis values as members of a JSON object: <see cref="AcrossPoints"/> and <see cref="AcrossMixes"/> call it for
/// <c>summary.json</c>, and <c>PlanTarget</c> for a plan. Names and values are those of the axes' registry and a published
/// format.
/// </summary>
public static class AxisFields
{
    /// <summary>
    /// Returns the selected axes by field name, in the order of the registry. An axis without a value becomes a JSON null.
    /// </summary>
    public static Dictionary<string, JsonElement> Of(AxisValues values, Func<Axis, bool> isWanted) =>
        SweepAxes.All.Where(isWanted).ToDictionary(axis => axis.Field, axis => JsonElement.Parse(axis.Text(values) switch
        {
            null => "null",
            var number when axis.IsNumber => number,
            var text => JsonValue.Create(text).ToJsonString(),
        }));
}
