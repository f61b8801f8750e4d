namespace DbIngest.Runner.Workers;

/// <summary>A source process ended, hung, or broke the protocol: what its sources did is not known.</summary>
internal sealed class WorkerException(string message) : Exception(message);
