using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Serializes passwords in clear text, for source processes and for the service process of a trial, which must log in too. Only
/// <see cref="WorkerJson"/> may use it: in any other JSON a secret has no content.
/// </summary>
internal sealed class SecretConverter : JsonConverter<Secret>
{
    public override Secret Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(reader.GetString() ?? throw new JsonException("A password is a text."));

    public override void Write(Utf8JsonWriter writer, Secret value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.Reveal());
}
