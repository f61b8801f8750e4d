using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Latency;

/// <summary>
/// Writes a histogram to JSON as the text of <see cref="LatencyHistogram.Encode"/>, for the messages of source processes.
/// Journals store the text itself. A damaged text throws <see cref="JsonException"/> and never yields a partial histogram.
/// </summary>
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
