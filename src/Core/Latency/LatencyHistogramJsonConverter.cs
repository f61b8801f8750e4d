using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Latency;

/// <summary>Writes a histogram as its text, <see cref="LatencyHistogram.Encode"/>.</summary>
public sealed class LatencyHistogramJsonConverter : JsonConverter<LatencyHistogram>
{
    /// <inheritdoc/>
    public override LatencyHistogram Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        try
        {
            return LatencyHistogram.Decode(reader.GetString() ?? string.Empty);
        }
        catch (FormatException exception)
        {
            throw new JsonException("A histogram is damaged.", exception);
        }
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, LatencyHistogram value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.Encode());
}
