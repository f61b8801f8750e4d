using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Plan;

/// <summary>Writes a source layout as its text, <c>"5+3"</c>. Reads a plain number too, as calibrations once had it.</summary>
public sealed class SourceLayoutJsonConverter : JsonConverter<SourceLayout>
{
    /// <inheritdoc/>
    public override SourceLayout Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        SourceLayout.TryParse(reader.TokenType == JsonTokenType.Number ? $"{reader.GetInt32()}" : reader.GetString(), out var layout)
            ? layout
            : throw new JsonException("A source layout is a number, or numbers joined by '+'.");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, SourceLayout value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString());
}
