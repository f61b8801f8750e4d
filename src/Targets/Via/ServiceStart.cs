using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Via;

/// <summary>
/// Says how a run starts the HTTP service that writes to its database. <c>TrialServiceStart</c> makes it when a sweep opens its
/// targets, and <see cref="ViaServiceTarget"/> starts a process by it for each trial. Immutable.
/// </summary>
/// <param name="Command">
/// The program and its arguments, to which the path of the task file is appended. They must contain no secret.
/// </param>
/// <param name="TaskOf">
/// Creates the text of the task from a table and the port of the service. The text may contain a secret, so it is created only
/// when the process starts, and written to a file that other accounts cannot read.
/// </param>
/// <param name="WorkFolder">The folder in which the folder of the process is made.</param>
/// <param name="Limits">Resource limits of the process. Null for none.</param>
/// <param name="RequestTimeout">Timeout of one request to the service.</param>
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

    /// <summary>True to speak HTTP/2 with the service, false for HTTP/1.1.</summary>
    public bool IsHttp2 { get; init; }

    /// <summary>Settings of the service for the description of the target.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();
}
