using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>Makes the exception of a verb that failed: whether the server is unreachable, and what the user can do.</summary>
/// <param name="what">What failed, as the beginning of a sentence.</param>
/// <param name="error">The failure of the protocol client.</param>
internal delegate TargetException VerbFailure(string what, WireException error);

/// <summary>
/// A server that is there, and how a target is to use it: what a <see cref="ServerDefinition"/> hands to the target that it
/// opens.
/// </summary>
/// <param name="Database">The name of the database on the command line.</param>
/// <param name="Contract">The durability that an acknowledgement means.</param>
/// <param name="Address">The server.</param>
/// <param name="AttachEndpoint">The endpoint by which another process opens the same server.</param>
/// <param name="Options">The options of the user.</param>
/// <param name="Failure">Makes the exceptions of verbs.</param>
/// <param name="Lease">The target's part in a server of the run; null for a server that was there.</param>
/// <param name="Driver">Connects the vendor's driver; null where the wire client writes.</param>
internal sealed record ServerOpening(
    string Database,
    DurabilityContract Contract,
    ServerAddress Address,
    string AttachEndpoint,
    TargetOptions Options,
    VerbFailure Failure,
    ServerLease<OwnServer>? Lease,
    OpenDriver? Driver)
{
    /// <summary>The server of the run; null for a server that was there.</summary>
    public OwnServer? Own => Lease?.Server;
}
