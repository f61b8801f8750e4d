using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Serializes the messages between a source process and its parent, including passwords. <see cref="WorkerProcess"/> and
/// <see cref="SourceProcess"/> use it. Its lines must never be logged or stored.
/// </summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, Converters = [typeof(SecretConverter)])]
[JsonSerializable(typeof(WorkerMessage))]
internal sealed partial class WorkerJson : JsonSerializerContext
{
    /// <summary>Writes a message as one line, without a line end.</summary>
    public static string Write(WorkerMessage message) => JsonSerializer.Serialize(message, Default.WorkerMessage);

    /// <summary>Reads a message from a line.</summary>
    /// <exception cref="JsonException">The line is not a message.</exception>
    public static WorkerMessage Read(string line) =>
        JsonSerializer.Deserialize(line, Default.WorkerMessage) ?? throw new JsonException("The line is null.");
}
