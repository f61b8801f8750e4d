using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Converts the failure of a target's verb, such as Prepare or Audit, into an exception that says whether the server is
/// unreachable and what the user can do. Each <see cref="ServerDefinition"/> supplies its own, and the guard of
/// <see cref="ServerTarget{TTable}"/> calls it for each failed verb.
/// </summary>
/// <param name="what">What failed, as the beginning of a sentence.</param>
/// <param name="error">The failure of the protocol client.</param>
internal delegate TargetException VerbFailure(string what, WireException error);

/// <summary>
/// A server that answers, and how a target must use it. A <see cref="ServerDefinition"/> makes it and hands it to the target that
/// it opens. Immutable. The target disposes the lease.
/// </summary>
/// <param name="Database">The name for <c>--db</c>.</param>
/// <param name="Contract">The durability level.</param>
/// <param name="Address">The address of the server.</param>
/// <param name="AttachEndpoint">The endpoint by which a source process opens the same server.</param>
/// <param name="Options">The user's options.</param>
/// <param name="Failure">Converts failures of verbs.</param>
/// <param name="Lease">The share in a private server. Null for a server that was running before.</param>
/// <param name="Driver">Connects the vendor's driver. Null if the wire client writes.</param>
internal sealed record ServerOpening(
    string Database,
    DurabilityContract Contract,
    ServerAddress Address,
    string AttachEndpoint,
    TargetOptions Options,
    VerbFailure Failure,
    ServerLease<PrivateServer>? Lease,
    OpenDriver? Driver)
{
    /// <summary>The private server. Null for a server that was running before.</summary>
    public PrivateServer? PrivateServer => Lease?.Server;
}
