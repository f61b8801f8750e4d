using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Plan;

/// <summary>
/// Stores a point as JSON by its values, in manifest and journal. <see cref="AxisValuesJsonConverter"/> writes the values. It
/// refuses a point that lacks a required axis.
/// </summary>
public sealed class PointJsonConverter : JsonConverter<Point>
{
    private static readonly AxisValuesJsonConverter Values = new();

    /// <inheritdoc/>
    public override Point Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var values = Values.Read(ref reader, typeof(AxisValues), options);
        return SweepAxes.All.FirstOrDefault(axis => !axis.IsOptional && values[axis] is null) is { } missing
            ? throw new JsonException($"The point has no {missing.Field}.")
            : Point.Of(values);
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, Point value, JsonSerializerOptions options) =>
        Values.Write(writer, value.Axes, options);
}
