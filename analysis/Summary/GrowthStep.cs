namespace DbIngest.Analysis.Summary;

/// <summary>
/// A stretch of a trial between two samples, or several such stretches as one. <see cref="GrowthSeries"/> makes them.
/// </summary>
/// <param name="FromS">Its beginning in seconds since the common start.</param>
/// <param name="ToS">Its end.</param>
/// <param name="From">Records stored at its beginning.</param>
/// <param name="To">Records stored at its end.</param>
internal sealed record GrowthStep(double FromS, double ToS, long From, long To)
{
    /// <summary>Records acknowledged per second.</summary>
    public double RecordsPerS => (To - From) / (ToS - FromS);

    /// <summary>Millions of records stored half-way.</summary>
    public double Millions => (From + To) / 2.0 / 1e6;
}
