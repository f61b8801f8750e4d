using System.Text.Json;
using System.Text.Json.Nodes;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>Axes as members of a JSON object that says more than they do.</summary>
public static class AxisFields
{
    /// <summary>Some axes by their fields, in their order; null where there is no value.</summary>
    /// <param name="values">A point's values.</param>
    /// <param name="isWanted">Which axes.</param>
    /// <returns>The members, for an extension of the object.</returns>
    public static Dictionary<string, JsonElement> Of(AxisValues values, Func<Axis, bool> isWanted) =>
        SweepAxes.All.Where(isWanted).ToDictionary(axis => axis.Field, axis => JsonElement.Parse(axis.Text(values) switch
        {
            null => "null",
            var number when axis.IsNumber => number,
            var text => JsonValue.Create(text).ToJsonString(),
        }));
}
