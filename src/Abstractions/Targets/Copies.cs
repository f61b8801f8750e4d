using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// How many nodes of a cluster store an acknowledged batch. A target states it in its <see cref="TargetDescription"/>, and
/// reports tell by it how many nodes may be lost for good. <see cref="Survival"/> tells which failure the nodes that acknowledged
/// the batch survive.
/// </summary>
/// <remarks>The manifest stores the members, so they must not be renamed.</remarks>
/// <param name="Acknowledged">Nodes that certainly store the batch when the database acknowledges it, at least 1.</param>
/// <param name="Kept">Nodes of the data centre that store the batch once replication is complete.</param>
public sealed record Copies(int Acknowledged, int Kept)
{
    /// <summary>A single node stores the batch.</summary>
    public static Copies One { get; } = new(1, 1);

    /// <summary>How many nodes may be lost for good without losing an acknowledged record.</summary>
    [JsonIgnore]
    public int SurvivesNodes => Acknowledged - 1;

    /// <summary>The copies of a database that acknowledges once a majority of the replicas stores the batch.</summary>
    /// <param name="kept">Replicas of the batch, at least 1.</param>
    public static Copies Majority(int kept) => new((kept / 2) + 1, kept);

    /// <summary>Combines the copies of the two databases of a composed target.</summary>
    /// <param name="first">Copies in the first database, or null if it does not replicate.</param>
    /// <param name="second">Copies in the second database, or null if it does not replicate.</param>
    /// <returns>The smaller counts, or null if neither database replicates.</returns>
    public static Copies? Least(Copies? first, Copies? second) => first is null && second is null
        ? null
        : new(Math.Min((first ?? One).Acknowledged, (second ?? One).Acknowledged),
            Math.Min((first ?? One).Kept, (second ?? One).Kept));

    /// <summary>The copies as a clause for reports.</summary>
    public override string ToString() => FormattableString.Invariant(
        $"on {Acknowledged} of {Kept} node{(Kept == 1 ? "" : "s")} when acknowledged, {SurvivesNodes switch { 0 => "so that the loss of a node may lose it", 1 => "so that it survives the loss of any one", var nodes => $"so that it survives the loss of any {nodes}" }}");
}
