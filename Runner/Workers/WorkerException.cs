namespace DbIngest.Runner.Workers;

/// <summary>
/// Reports that a source process ended, hung or broke the protocol, so that the fate of its batches is unknown.
/// </summary>
internal sealed class WorkerException(string message) : Exception(message);
