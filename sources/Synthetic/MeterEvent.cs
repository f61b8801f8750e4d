namespace DbIngest.Sources.Synthetic;

/// <summary>
/// A disturbance of the supply voltage within one block: a sag (10 to 60 % too low), a swell (8 to 18 % too high) or an
/// interruption (zero), of one phase or all three, for 1 to 20 s. <see cref="SyntheticSource"/> draws one for about one block in
/// 1,024, that is one in 18 hours. A pure function of key and block. A change of its numbers or formulas changes the data, and so
/// requires a new <see cref="SyntheticWorkload.Version"/>.
/// </summary>
/// <param name="FirstRow">The first disturbed row in the block.</param>
/// <param name="EndRow">The row after the last one; equal to <paramref name="FirstRow"/> without an event.</param>
/// <param name="Factor">Factor for voltage and current.</param>
/// <param name="Phase">The disturbed phase, or -1 for all.</param>
internal readonly record struct MeterEvent(int FirstRow, int EndRow, double Factor, int Phase)
{
    /// <summary>Returns the event of a block, or the default value without one.</summary>
    /// <param name="key">Key of the source's stream of events.</param>
    public static MeterEvent Of(ulong key, long block)
    {
        ulong bits = Noise.Bits(key, block);
        if ((bits & 1023) != 0)
        {
            return default;
        }

        int length = 1 + (int)((bits >> 10 & 0xffff) % 20);
        int first = (int)((bits >> 26 & 0xffff) % (uint)(MeterBlock.Rows - length));
        double severity = (bits >> 42 & 0xff) * (1.0 / 256);
        double factor = (bits >> 50 & 7) switch
        {
            0 => 0.0,
            1 or 2 => 1.08 + (0.10 * severity),
            _ => 0.40 + (0.50 * severity),
        };
        int phase = (int)(bits >> 53 & 3) - 1;
        return new(first, first + length, factor, phase);
    }

    /// <summary>Returns the factor for voltage and current of a phase during the event.</summary>
    public double FactorOf(int phase) => Phase < 0 || Phase == phase ? Factor : 1;
}
