using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Notation;

/// <summary>
/// Stores a value as its text in JSON. The types that implement <see cref="IWritten{T}"/> name it in their converter attribute,
/// for manifest and journal. It must also read a plain whole number, which older journals contain. Any other text throws
/// <see cref="JsonException"/>.
/// </summary>
/// <typeparam name="T">The type of the value.</typeparam>
public sealed class WrittenJsonConverter<T> : JsonConverter<T>
    where T : class, IWritten<T>
{
    /// <inheritdoc/>
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        T.TryParse(reader.TokenType == JsonTokenType.Number ? FormattableString.Invariant($"{reader.GetInt64()}")
            : reader.GetString(), out var value)
            ? value
            : throw new JsonException(T.Form);

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString());
}
