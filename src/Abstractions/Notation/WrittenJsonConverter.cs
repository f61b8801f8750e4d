using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Notation;

/// <summary>Writes a value as its text. Reads a plain number too, as older journals have it where a text may be one.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
public sealed class WrittenJsonConverter<T> : JsonConverter<T>
    where T : class, IWritten<T>
{
    /// <inheritdoc/>
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        T.TryParse(reader.TokenType == JsonTokenType.Number ? FormattableString.Invariant($"{reader.GetInt64()}") : reader.GetString(), out var value)
            ? value
            : throw new JsonException(T.Form);

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => writer.WriteStringValue(value.ToString());
}
