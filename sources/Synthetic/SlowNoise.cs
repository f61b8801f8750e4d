namespace DbIngest.Sources.Synthetic;

/// <summary>Noise over a quarter of an hour: random values at every 16th block, straight lines in between.</summary>
internal static class SlowNoise
{
    /// <summary>The noise at the start of a block.</summary>
    /// <param name="key">The stream.</param>
    /// <param name="block">The block; not negative.</param>
    /// <returns>A value in [-1, 1).</returns>
    public static double At(ulong key, long block)
    {
        double before = Noise.At(key, block >> 4);
        double after = Noise.At(key, (block >> 4) + 1);
        return before + ((after - before) * ((block & 15) * (1.0 / 16)));
    }
}
