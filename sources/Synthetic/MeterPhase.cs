namespace DbIngest.Sources.Synthetic;

/// <summary>
/// One phase of one meter: its constants, and its slow changes from one <see cref="MeterBlock"/> (64 s) to the next.
/// <see cref="SyntheticSource"/> owns three and asks them once per block. A pure function of seed, source, phase and block. A
/// change of its numbers or formulas changes the data, and so requires a new <see cref="SyntheticWorkload.Version"/>.
/// </summary>
internal sealed class MeterPhase
{
    private const double LineResistance = 0.12;
    private const double VoltageNoise = 0.8;

    private readonly ulong _drift;
    private readonly ulong _load;
    private readonly ulong _appliance;
    private readonly ulong _angle;
    private readonly double _noLoadVoltage;
    private readonly double _meanCurrent;
    private readonly int _shift;

    /// <summary>Creates the phase.</summary>
    /// <param name="phase">0, 1 or 2.</param>
    public MeterPhase(ulong seed, int source, int phase)
    {
        int stream = MeterStreams.FirstPhase + (phase * MeterStreams.PerPhase);
        ulong site = Noise.Key(seed, source, stream);
        _drift = Noise.Key(seed, source, stream + 1);
        _load = Noise.Key(seed, source, stream + 2);
        _appliance = Noise.Key(seed, source, stream + 3);
        _angle = Noise.Key(seed, source, stream + 4);
        VoltageKey = Noise.Key(seed, source, stream + 5);
        CurrentKey = Noise.Key(seed, source, stream + 6);
        _noLoadVoltage = 231 + (2 * Noise.At(site, 0));
        _meanCurrent = 2 + (10 * Noise.Uniform(site, 1));
        _shift = (int)(Noise.Uniform(site, 2) * (DailyLoad.BlocksPerDay / 24));
    }

    /// <summary>Key of the voltage's noise from row to row.</summary>
    public ulong VoltageKey { get; }

    /// <summary>Key of the current's noise from row to row.</summary>
    public ulong CurrentKey { get; }

    /// <summary>Returns the phase during a block.</summary>
    /// <param name="block">The block, counted from the epoch.</param>
    public PhaseBlock At(long block)
    {
        double voltage = VoltageKnot(block);
        double current = CurrentKnot(block);
        double cosPhi = 0.80 + (0.19 * Noise.Uniform(_angle, block));
        return new(
            voltage,
            (VoltageKnot(block + 1) - voltage) * (1.0 / MeterBlock.Rows),
            VoltageNoise,
            LineResistance,
            current + Appliance(block),
            (CurrentKnot(block + 1) - current) * (1.0 / MeterBlock.Rows),
            cosPhi,
            Math.Sqrt(1 - (cosPhi * cosPhi)));
    }

    private double VoltageKnot(long block) => _noLoadVoltage + (3 * SlowNoise.At(_drift, block))
        + (0.6 * Noise.At(_drift, ~block));

    private double CurrentKnot(long block) =>
        _meanCurrent * DailyLoad.At(block + _shift) * (1 + (0.35 * SlowNoise.At(_load, block))
            + (0.15 * Noise.At(_load, ~block)));

    /// <summary>Returns the current of an appliance of 1 to 9 A, which is on for the whole of one block in eight.</summary>
    private double Appliance(long block)
    {
        ulong bits = Noise.Bits(_appliance, block);
        return (bits & 7) == 0 ? 1 + (8 * ((bits >> 11) * (1.0 / (1UL << 53)))) : 0;
    }
}
