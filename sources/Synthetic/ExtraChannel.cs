using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// A channel beyond the meter's nine: the odd harmonics 3 to 49 of each phase's voltage and current (144 channels), then
/// auxiliary inputs without a unit. <see cref="SyntheticSource"/> owns one per further value, and <see cref="SyntheticWorkload"/>
/// names the values by it. A pure function of seed, source, channel and block. A change of its numbers or formulas changes the
/// data, and so requires a new <see cref="SyntheticWorkload.Version"/>.
/// </summary>
internal sealed class ExtraChannel
{
    private const int Phases = 3;
    private const int ChannelsPerOrder = 2 * Phases;
    private const int LastOrder = 49;

    private readonly ulong _drift;
    private readonly double _base;

    /// <summary>Creates the channel of one source.</summary>
    /// <param name="index">The channel, counted from 0 after the meter's nine.</param>
    public ExtraChannel(ulong seed, int source, int index)
    {
        int stream = MeterStreams.FirstExtra + (2 * index);
        _drift = Noise.Key(seed, source, stream);
        NoiseKey = Noise.Key(seed, source, stream + 1);
        int order = Order(index);
        double typical = order > LastOrder ? 50 : IsCurrent(index) ? 1.2 / order : 23.0 / order;
        _base = typical * (0.6 + (0.8 * Noise.Uniform(_drift, -1)));
    }

    /// <summary>Key of the noise from row to row.</summary>
    public ulong NoiseKey { get; }

    /// <summary>Largest deviation by noise: 2 % of the channel's level.</summary>
    public double Amplitude => 0.02 * _base;

    /// <summary>Returns the name and unit of a channel.</summary>
    /// <param name="index">The channel, counted from 0 after the meter's nine.</param>
    public static ValueColumn Describe(int index)
    {
        int order = Order(index);
        if (order > LastOrder)
        {
            int harmonics = ChannelsPerOrder * (LastOrder - 1) / 2;
            return new($"aux_{index - harmonics + 1}", "");
        }

        int phase = 1 + (index % Phases);
        return IsCurrent(index) ? new($"current_h{order}_l{phase}", "A") : new($"voltage_h{order}_l{phase}", "V");
    }

    /// <summary>Returns the level at the start of a block: the channel's mean within 12 %.</summary>
    public double Level(long block) => _base * (1 + (0.10 * SlowNoise.At(_drift, block)) + (0.02 * Noise.At(_drift, ~block)));

    private static int Order(int index) => 3 + (2 * (index / ChannelsPerOrder));

    private static bool IsCurrent(int index) => index % ChannelsPerOrder >= Phases;
}
