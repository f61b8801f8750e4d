using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// What a server says of itself beside its settings. A <see cref="ServerTarget{TTable}"/> makes a description of it.
/// </summary>
/// <param name="Product">Product and version.</param>
/// <param name="Protocol">The protocol that the wire client speaks, with its version.</param>
internal sealed record ServerFacts(string Product, string Protocol)
{
    /// <summary>On how many nodes a batch is when it is acknowledged; null where the database does not replicate.</summary>
    public Copies? Copies { get; init; }

    /// <summary>Whether records are in memory alone; null where they are not.</summary>
    public bool? InMemory { get; init; }

    /// <summary>
    /// How the server's configuration differs from what the vendor ships; null for what a server of the run, or one that was
    /// there, says.
    /// </summary>
    public string? Configuration { get; init; }

    /// <summary>The notice that holds in place of the database's; null where that one holds.</summary>
    public string? LicenceNotice { get; init; }
}
