using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Runner.Workers;

/// <summary>How messages are written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, Converters = [typeof(SecretConverter)])]
[JsonSerializable(typeof(WorkerMessage))]
internal sealed partial class WorkerJson : JsonSerializerContext
{
    /// <summary>A message as one line, without its end.</summary>
    public static string Write(WorkerMessage message) => JsonSerializer.Serialize(message, Default.WorkerMessage);

    /// <summary>A line as a message.</summary>
    /// <exception cref="JsonException">It is none.</exception>
    public static WorkerMessage Read(string line) =>
        JsonSerializer.Deserialize(line, Default.WorkerMessage) ?? throw new JsonException("The line is null.");
}
