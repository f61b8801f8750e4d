using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Serializes bytes as Base64, and many bytes as an array of pieces: the framework's writer refuses a text of more than 125 MB of
/// bytes, and the log of 10 million shared records has more. <see cref="WorkerJson"/> uses it for messages between processes of
/// one program, so no file contains the form.
/// </summary>
internal sealed class BytesConverter : JsonConverter<byte[]>
{
    /// <summary>The most bytes of a piece. A multiple of three, so that only the last piece is padded.</summary>
    public const int MaxPiece = 3 << 20;

    public override byte[] Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            return reader.GetBytesFromBase64();
        }

        using var whole = new MemoryStream();
        while (reader.Read() && reader.TokenType == JsonTokenType.String)
        {
            whole.Write(reader.GetBytesFromBase64());
        }

        return whole.ToArray();
    }

    public override void Write(Utf8JsonWriter writer, byte[] value, JsonSerializerOptions options)
    {
        if (value.Length <= MaxPiece)
        {
            writer.WriteBase64StringValue(value);
            return;
        }

        writer.WriteStartArray();
        for (int at = 0; at < value.Length; at += MaxPiece)
        {
            writer.WriteBase64StringValue(value.AsSpan(at, Math.Min(MaxPiece, value.Length - at)));
        }

        writer.WriteEndArray();
    }
}
