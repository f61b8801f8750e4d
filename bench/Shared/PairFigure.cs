namespace DbIngest.Bench;

/// <summary>One turn of our client or of its peer in <see cref="Turns.RunPair"/>.</summary>
/// <param name="PerS">Records a second.</param>
/// <param name="Us">Client CPU in microseconds per record.</param>
/// <param name="Remark">What else the turn showed; empty for nothing.</param>
internal sealed record PairFigure(double PerS, double Us, string Remark = "")
{
    /// <summary>The same without the start of the peer's program; null where that was not measured.</summary>
    public PairFigure? WithoutStart { get; init; }

    /// <summary>The figures of a turn.</summary>
    /// <param name="cost">What it took.</param>
    /// <param name="records">Records written.</param>
    public static PairFigure Of(WriteCost cost, double records) => new(records / cost.ElapsedS, cost.CpuS * 1e6 / records);
}
