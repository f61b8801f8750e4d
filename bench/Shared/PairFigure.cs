namespace DbIngest.Bench;

/// <summary>The figures of one turn of the product's client or of its peer in <see cref="Turns.RunPair"/>.</summary>
/// <param name="PerS">Records per second.</param>
/// <param name="Us">Client CPU in microseconds per record.</param>
/// <param name="Remark">A further figure in words; empty for none.</param>
internal sealed record PairFigure(double PerS, double Us, string Remark = "")
{
    /// <summary>The same without the start of the peer's program; null when that was not measured.</summary>
    public PairFigure? WithoutStart { get; init; }

    /// <summary>The figures of a turn.</summary>
    /// <param name="cost">Time and CPU time of the turn.</param>
    /// <param name="records">Records written.</param>
    public static PairFigure Of(WriteCost cost, double records) => new(records / cost.ElapsedS, cost.CpuS * 1e6 / records);
}
