using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Plan;

/// <summary>Writes an arrival rate as its text, <c>"500/source:poisson"</c>.</summary>
public sealed class ArrivalRateJsonConverter : JsonConverter<ArrivalRate>
{
    /// <inheritdoc/>
    public override ArrivalRate Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        ArrivalRate.TryParse(reader.GetString(), out var rate)
            ? rate
            : throw new JsonException("A rate is records a second, then '/source' or nothing, then ':poisson' or nothing.");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, ArrivalRate value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString());
}
