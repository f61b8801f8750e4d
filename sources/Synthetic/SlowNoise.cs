namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Noise over a quarter of an hour: random values at every 16th block, straight lines in between. <see cref="MeterPhase"/>,
/// <see cref="ExtraChannel"/> and, for the grid's frequency, <see cref="SyntheticSource"/> drift by it. Each asks for the noise
/// at both ends of a block, to join them by a line: once per block, and for an extra channel once per piece of a block in a
/// batch. Pure function. A change of its numbers or formulas changes the data, and so requires a new
/// <see cref="SyntheticWorkload.Version"/>.
/// </summary>
internal static class SlowNoise
{
    /// <summary>Returns the noise at the start of a block, in [-1, 1).</summary>
    /// <param name="key">Key of the stream.</param>
    /// <param name="block">The block; not negative.</param>
    public static double At(ulong key, long block)
    {
        double before = Noise.At(key, block >> 4);
        double after = Noise.At(key, (block >> 4) + 1);
        return before + ((after - before) * ((block & 15) * (1.0 / 16)));
    }
}
