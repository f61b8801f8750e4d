using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Serializes the messages between a source process and its parent, and the task of a service's process, including passwords.
/// <see cref="WorkerProcess"/>, <see cref="SourceProcess"/>, <c>TrialServiceStart</c> and <c>TrialServiceVerb</c> use it. Its
/// texts must never be logged or stored, except for the task, which goes into a file that other accounts cannot read.
/// </summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(SecretConverter), typeof(BytesConverter)])]
[JsonSerializable(typeof(WorkerMessage))]
[JsonSerializable(typeof(ServiceTask))]
internal sealed partial class WorkerJson : JsonSerializerContext
{
    /// <summary>Writes a message as one line, without a line end.</summary>
    public static string Write(WorkerMessage message) => JsonSerializer.Serialize(message, Default.WorkerMessage);

    /// <summary>Reads a message from a line.</summary>
    /// <exception cref="JsonException">The line is not a message.</exception>
    public static WorkerMessage Read(string line) =>
        JsonSerializer.Deserialize(line, Default.WorkerMessage) ?? throw new JsonException("The line is null.");

    /// <summary>Writes the task of a service's process.</summary>
    public static string Write(ServiceTask task) => JsonSerializer.Serialize(task, Default.ServiceTask);

    /// <summary>Reads the task of a service's process.</summary>
    /// <exception cref="JsonException">The text is no task.</exception>
    public static ServiceTask ReadService(string text) =>
        JsonSerializer.Deserialize(text, Default.ServiceTask) ?? throw new JsonException("The text is null.");
}
