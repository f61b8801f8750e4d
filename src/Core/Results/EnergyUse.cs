namespace DbIngest.Core.Results;

/// <summary>
/// Energy that this machine took during a trial, read from a counter: RAPL's of each processor package, or the battery's. It
/// contains everything that ran and what an idle machine takes, but no other machine. Without a readable counter it says why:
/// energy must never be estimated. <see cref="Measurement.EnergyMeter"/> fills it.
/// </summary>
/// <remarks>
/// The journal stores the members, so they must not be renamed. <see cref="Measurement.TrialSampler"/> has it filled once per
/// trial.
/// </remarks>
public sealed record EnergyUse
{
    /// <summary>Joules from right before the common start to the last acknowledgement. Null if not measured.</summary>
    public double? Joules { get; init; }

    /// <summary>Joules from the last acknowledgement until the database was quiescent. Null if not measured.</summary>
    public double? SettleJoules { get; init; }

    /// <summary>What the counters cover: <c>package-0</c>, <c>dram</c>, or <c>BAT0</c> for the whole machine.</summary>
    public IReadOnlyList<string>? Covers { get; init; }

    /// <summary>Why the energy was not measured. Null if it was.</summary>
    public string? NotMeasured { get; init; }
}
