using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A target whose database is a server. Tests and benches reach its private server through this interface, for example to kill
/// it. <see cref="ServerTarget{TTable}"/> implements it. The product itself must use only <see cref="ITarget"/>.
/// </summary>
internal interface IServerTarget : ITarget
{
    /// <summary>The private server. Null if the target uses a server that was running before.</summary>
    PrivateServer? PrivateServer { get; }
}
