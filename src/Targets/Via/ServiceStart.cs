using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Via;

/// <summary>
/// Says how a run starts the HTTP service before a store. The command line makes it, and <see cref="ViaServiceTarget"/> starts a
/// process by it for each trial.
/// </summary>
/// <param name="Command">
/// The program and its arguments. The file with the task follows as the last word. They contain no secret.
/// </param>
/// <param name="TaskOf">
/// Writes the task for a table and the port of the service. It may contain a secret, so that it is written when the process
/// starts, into a file that other accounts cannot read.
/// </param>
/// <param name="WorkFolder">The folder in which the process gets its folder.</param>
/// <param name="Limits">Resource limits of the process. Null for none.</param>
/// <param name="RequestTimeout">How long one request to the service may take.</param>
public sealed record ServiceStart(
    IReadOnlyList<string> Command,
    Func<TrialTable, int, string> TaskOf,
    string WorkFolder,
    ServerLimits? Limits,
    TimeSpan RequestTimeout)
{
    /// <summary>
    /// True to warm the service up before it serves a trial (<see cref="ServiceWarmUp"/>). The client must read, update and
    /// delete single records.
    /// </summary>
    public bool IsWarmedUp { get; init; }

    /// <summary>True for a service that speaks HTTP/2, false for HTTP/1.1.</summary>
    public bool IsHttp2 { get; init; }

    /// <summary>Settings of the service for the description of the target.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();
}
