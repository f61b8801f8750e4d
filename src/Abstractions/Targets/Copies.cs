using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// On how many nodes a batch is: what <see cref="Survival"/> does not say, since that speaks of the nodes which acknowledged it, and this of the loss of one of them for good.
/// </summary>
/// <param name="Acknowledged">Nodes that surely have it when it is acknowledged; 1 or more.</param>
/// <param name="Kept">Nodes that have it in the end, in the data centre that it is written to.</param>
public sealed record Copies(int Acknowledged, int Kept)
{
    /// <summary>One node has it, and no other will.</summary>
    public static Copies One { get; } = new(1, 1);

    /// <summary>Nodes of those that have a batch which may be lost for good without an acknowledged record being lost.</summary>
    [JsonIgnore]
    public int SurvivesNodes => Acknowledged - 1;

    /// <summary>More than half of the nodes that will have a batch have it when it is acknowledged.</summary>
    /// <param name="kept">Nodes that will have it.</param>
    public static Copies Majority(int kept) => new((kept / 2) + 1, kept);

    /// <summary>What two databases that are written to together promise.</summary>
    /// <param name="first">The one's copies; null where it does not replicate.</param>
    /// <param name="second">The other's.</param>
    /// <returns>The least of both; null where neither replicates.</returns>
    public static Copies? Least(Copies? first, Copies? second) => first is null && second is null
        ? null
        : new(Math.Min((first ?? One).Acknowledged, (second ?? One).Acknowledged), Math.Min((first ?? One).Kept, (second ?? One).Kept));

    /// <summary>The copies as people read them.</summary>
    public override string ToString() => FormattableString.Invariant(
        $"on {Acknowledged} of {Kept} node{(Kept == 1 ? "" : "s")} when acknowledged, {SurvivesNodes switch { 0 => "so that the loss of a node may lose it", 1 => "so that it survives the loss of any one", var nodes => $"so that it survives the loss of any {nodes}" }}");
}
