using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>
/// The published protocol of a study as option values (<c>--study</c>). <see cref="SweepRequestReader"/> applies it to options
/// that the user left out, and lists options with other values as deviations.
/// </summary>
/// <param name="Axes">Option texts of the axes that the protocol fixes.</param>
/// <param name="Trials">Trials per point, including warm-up trials.</param>
/// <param name="WarmUp">Warm-up trials per point, which are discarded.</param>
internal sealed record StudyProtocol(IReadOnlyDictionary<Axis, string> Axes, string Trials, string WarmUp)
{
    /// <summary>Write-heavy enterprise ingestion (Int. Journal of Big Data 2(1), 2015): eight sources on two machines.</summary>
    public static readonly StudyProtocol WriteHeavyIngestion = new(
        new Dictionary<Axis, string> { [SweepAxes.Sources] = "5+3", [SweepAxes.Records] = "10000..330000/10000" }, "13", "3");

    /// <summary>The option value that the protocol fixes for an axis. Null if it fixes none.</summary>
    public string? TextOf(Axis axis) => Axes.GetValueOrDefault(axis);

    /// <summary>Finds a protocol. Null for an unknown study.</summary>
    /// <param name="study">Number of the study, from 1.</param>
    public static StudyProtocol? Of(int study) => study == 1 ? WriteHeavyIngestion : null;
}
