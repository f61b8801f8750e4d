namespace DbIngest.Sources.Synthetic;

/// <summary>
/// 64 consecutive records of one meter, from a sequence that 64 divides: all that does not change, or changes along a straight
/// line, from row to row. Which block a record belongs to depends on its sequence alone, not on the batch it is asked for in.
/// </summary>
internal struct MeterBlock
{
    /// <summary>Rows a block, at one a second.</summary>
    public const int Rows = 64;

    /// <summary>The first phase.</summary>
    public PhaseBlock L1;

    /// <summary>The second phase.</summary>
    public PhaseBlock L2;

    /// <summary>The third phase.</summary>
    public PhaseBlock L3;

    /// <summary>Hz at row 0.</summary>
    public double Frequency;

    /// <summary>Hz a row.</summary>
    public double FrequencySlope;

    /// <summary>The block during an event.</summary>
    public readonly MeterBlock During(MeterEvent disturbance)
    {
        var block = this;
        block.L1 = L1.Scaled(disturbance.FactorOf(0));
        block.L2 = L2.Scaled(disturbance.FactorOf(1));
        block.L3 = L3.Scaled(disturbance.FactorOf(2));
        return block;
    }
}
