using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Operations;

/// <summary>Writes a mix as its text, <c>"insert=50,read=50"</c>.</summary>
public sealed class OperationMixJsonConverter : JsonConverter<OperationMix>
{
    /// <inheritdoc/>
    public override OperationMix Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        OperationMix.TryParse(reader.GetString(), out var mix)
            ? mix
            : throw new JsonException("A mix is weights by name, 'insert=50,read=50'.");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, OperationMix value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString());
}
