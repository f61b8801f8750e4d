namespace DbIngest.Sources.Synthetic;

/// <summary>
/// State of one meter over 64 consecutive records, from a sequence number that 64 divides: all quantities that are constant or
/// linear from row to row. <see cref="SyntheticSource"/> computes it once per block and reuses it. A record's sequence number
/// alone decides its block, not the batch in which it is requested.
/// </summary>
internal struct MeterBlock
{
    /// <summary>Rows per block, at one per second.</summary>
    public const int Rows = 64;

    public PhaseBlock L1;

    public PhaseBlock L2;

    public PhaseBlock L3;

    /// <summary>Mains frequency at row 0, in Hz.</summary>
    public double Frequency;

    /// <summary>Change of the frequency in Hz per row.</summary>
    public double FrequencySlope;

    /// <summary>Returns the block as it is during an event.</summary>
    public readonly MeterBlock During(MeterEvent disturbance)
    {
        var block = this;
        block.L1 = L1.Scaled(disturbance.FactorOf(0));
        block.L2 = L2.Scaled(disturbance.FactorOf(1));
        block.L3 = L3.Scaled(disturbance.FactorOf(2));
        return block;
    }
}
