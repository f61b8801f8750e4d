namespace DbIngest.Bench.SideBySide;

/// <summary>The elapsed and CPU time of one run.</summary>
/// <param name="Records">Records written.</param>
/// <param name="ElapsedS">Seconds on the clock.</param>
/// <param name="CpuS">CPU seconds: on a machine that others use too, the steadier figure.</param>
internal readonly record struct RunCost(long Records, double ElapsedS, double CpuS)
{
    public double RecordsPerS => Records / ElapsedS;

    public double CpuNsPerRecord => CpuS * 1e9 / Records;

    /// <summary>Runs an action in this process and measures it.</summary>
    /// <param name="records">Number of records that it writes.</param>
    /// <param name="action">What to run.</param>
    /// <returns>Its cost.</returns>
    public static RunCost Of(long records, Action action)
    {
        var cost = WriteCost.OfThisProcess(action);
        return new RunCost(records, cost.ElapsedS, cost.CpuS);
    }
}
