namespace DbIngest.Sources.Synthetic;

/// <summary>
/// A disturbance of the supply voltage within one block: a sag (10 to 60 % too low), a swell (8 to 18 % too high) or an
/// interruption (zero), of one phase or all three, 1 to 20 s long. About one block in 1,024 has one: one in 18 hours.
/// </summary>
/// <param name="FirstRow">The first disturbed row in the block.</param>
/// <param name="EndRow">The row after the last; equal to <paramref name="FirstRow"/> when there is no event.</param>
/// <param name="Factor">What voltage and current are multiplied by.</param>
/// <param name="Phase">The phase it affects, or -1 for all.</param>
internal readonly record struct MeterEvent(int FirstRow, int EndRow, double Factor, int Phase)
{
    /// <summary>The event of a block, if it has one.</summary>
    /// <param name="key">The source's stream of events.</param>
    /// <param name="block">The block.</param>
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

    /// <summary>What the voltage and current of a phase are multiplied by during the event.</summary>
    public double FactorOf(int phase) => Phase < 0 || Phase == phase ? Factor : 1;
}
