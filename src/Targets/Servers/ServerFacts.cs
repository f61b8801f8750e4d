using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// The facts that a server reports besides its settings. A database's target returns it from <c>Describe</c>, and
/// <see cref="ServerTarget{TTable}"/> makes the <see cref="TargetDescription"/> from it. It must contain no secret.
/// </summary>
/// <param name="Product">Product and version.</param>
/// <param name="Protocol">The protocol of the wire client with its version. Null if a driver writes.</param>
internal sealed record ServerFacts(string Product, string? Protocol)
{
    /// <summary>On how many nodes an acknowledged batch is stored. Null if the database does not replicate.</summary>
    public Copies? Copies { get; init; }

    /// <summary>What becomes of records that a source sends twice. Null if it is not known.</summary>
    public Repeats? Repeats { get; init; }

    /// <summary>True if records are kept in memory only. Null otherwise.</summary>
    public bool? InMemory { get; init; }

    /// <summary>
    /// How the server's configuration differs from the vendor's default. Null to use the text of the private server's plan, or
    /// that for a server that was running before.
    /// </summary>
    public string? Configuration { get; init; }

    /// <summary>Names of settings that trials change (<see cref="TargetDescription.ChangingSettings"/>).</summary>
    public IReadOnlyList<string> ChangingSettings { get; init; } = [];

    /// <summary>
    /// Why the table has no unique key with these options (<see cref="TargetDescription.NoKeyReasons"/>). Null otherwise.
    /// </summary>
    public string? NoKeyReason { get; init; }

    /// <summary>A licence notice in place of the database's general one. Null to use the general one.</summary>
    public string? LicenceNotice { get; init; }
}
