using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>A target of a server. Tests and benches reach through it to a server of the run.</summary>
internal interface IServerTarget : ITarget
{
    /// <summary>The server of the run; null for a server that was there.</summary>
    OwnServer? Own { get; }
}
