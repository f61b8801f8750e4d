using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Measures the energy of this machine during a trial by its counters: RAPL, or else the battery. <see cref="TrialSampler"/>
/// creates one per trial and reads it with each sample, so that no counter wraps around unseen. If no counter can be read, the
/// result says why. It must not estimate energy from CPU time, which would only repeat the CPU time.
/// </summary>
internal sealed class EnergyMeter
{
    private const string Sysfs = "/sys";

    private readonly IReadOnlyList<IEnergyCounter> _counters;
    private readonly string? _missing;
    private double? _ingest;
    private string? _ingestFault;

    /// <summary>Opens the counters. Counting begins here.</summary>
    /// <param name="root">The root of sysfs, for tests.</param>
    public EnergyMeter(string root = Sysfs)
    {
        IReadOnlyList<IEnergyCounter> rapl = RaplZone.Open(Path.Combine(root, "class", "powercap"));
        IReadOnlyList<IEnergyCounter> battery =
            BatteryGauge.Open(Path.Combine(root, "class", "power_supply")) is { } gauge ? [gauge] : [];
        IReadOnlyList<IEnergyCounter>[] found = [.. new[] { rapl, battery }.Where(counters => counters.Count > 0)];

        // If neither kind can be read, the first kind is kept, because it tells why.
        _counters = found.FirstOrDefault(counters => counters.All(counter => counter.Obstacle is null))
            ?? found.FirstOrDefault() ?? [];
        _missing = _counters.Count > 0 ? null : "this machine has no energy counter: neither RAPL nor a battery";
    }

    /// <summary>Reads all counters.</summary>
    public void Read()
    {
        foreach (var counter in _counters)
        {
            counter.Read();
        }
    }

    /// <summary>
    /// Ends the ingestion at the last reading. Energy after it belongs to settling: steps of a battery in that time make the
    /// figure of the ingestion no finer.
    /// </summary>
    public void EndIngest() => (_ingest, _ingestFault) = (Sum(), Fault());

    /// <summary>Sums the energy of all counters up to the last reading.</summary>
    /// <returns>The energy, or why there is none.</returns>
    public EnergyUse Stop()
    {
        string? fault = _missing ?? Fault() ?? _ingestFault;
        return fault is not null || _ingest is not { } ingest
            ? new EnergyUse { NotMeasured = fault ?? "the trial had no last acknowledgement" }
            : new EnergyUse
            {
                Joules = ingest,
                SettleJoules = Sum() - ingest,
                Covers = [.. _counters.Select(counter => counter.Name)],
            };
    }

    private string? Fault() => _counters.Select(counter => counter.Fault).FirstOrDefault(reason => reason is not null);

    private double Sum() => _counters.Sum(counter => counter.Joules);
}
