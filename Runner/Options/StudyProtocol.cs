using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>A published protocol, as options.</summary>
/// <param name="Sources">Sources.</param>
/// <param name="Records">Records each.</param>
/// <param name="Trials">Trials a point.</param>
/// <param name="WarmUp">Of which discarded.</param>
internal sealed record StudyProtocol(string Sources, string Records, string Trials, string WarmUp)
{
    /// <summary>Write-heavy enterprise ingestion (Int. Journal of Big Data 2(1), 2015): eight sources on two machines.</summary>
    public static readonly StudyProtocol WriteHeavyIngestion = new("5+3", "10000..330000/10000", "13", "3");

    /// <summary>What the protocol says of an axis, as its option; null where it says nothing.</summary>
    public string? TextOf(Axis axis) => axis == SweepAxes.Sources ? Sources : axis == SweepAxes.Records ? Records : null;

    /// <summary>The protocol of a study.</summary>
    /// <param name="study">Its number.</param>
    /// <returns>The protocol, or null when the number is not known.</returns>
    public static StudyProtocol? Of(int study) => study == 1 ? WriteHeavyIngestion : null;
}
