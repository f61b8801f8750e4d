using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Plan;

/// <summary>
/// Stores the values of axes as JSON, for ceilings in the journal and, through <see cref="PointJsonConverter"/>, for points in
/// manifest and journal. The names are the fields of the axes, which must not be renamed. It refuses an unknown axis, because
/// points that differ in it would be pooled.
/// </summary>
public sealed class AxisValuesJsonConverter : JsonConverter<AxisValues>
{
    /// <inheritdoc/>
    public override AxisValues Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw new JsonException("The axes of a point are an object.");
        }

        var values = AxisValues.None;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            string field = reader.GetString()!;
            var axis = SweepAxes.All.FirstOrDefault(a => a.Field == field)
                ?? throw new JsonException($"'{field}' is an axis that this version does not know.");
            reader.Read();
            if (reader.TokenType != JsonTokenType.Null)
            {
                values = values.With(axis, ReadValue(axis, ref reader));
            }
        }

        return values;
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, AxisValues value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        foreach (var axis in SweepAxes.All)
        {
            if (value[axis] is not null || options.DefaultIgnoreCondition != JsonIgnoreCondition.WhenWritingNull)
            {
                writer.WritePropertyName(axis.Field);
                axis.Write(writer, value);
            }
        }

        writer.WriteEndObject();
    }

    private static object? ReadValue(Axis axis, ref Utf8JsonReader reader)
    {
        string? text = reader.TokenType switch
        {
            JsonTokenType.String => reader.GetString(),
            JsonTokenType.Number =>
                Encoding.UTF8.GetString(reader.HasValueSequence ? reader.ValueSequence.ToArray() : reader.ValueSpan),
            _ => null,
        };
        return text is not null && axis.TryRead(text, out object? value) ? value
            : throw new JsonException($"'{text}' is no value of {axis.Field}.");
    }
}
