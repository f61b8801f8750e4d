namespace DbIngest.Analysis.Summary;

/// <summary>
/// An interval of a trial between two samples, or several neighbours merged, with the records acknowledged at both ends.
/// <see cref="GrowthSeries"/> makes the steps. No result file contains one.
/// </summary>
/// <param name="FromS">Beginning of the step, in seconds since the common start.</param>
/// <param name="ToS">End of the step, in seconds since the common start.</param>
/// <param name="From">Records of the trial acknowledged at the beginning.</param>
/// <param name="To">Records of the trial acknowledged at the end.</param>
internal sealed record GrowthStep(double FromS, double ToS, long From, long To)
{
    /// <summary>Records acknowledged per second of the step.</summary>
    public double RecordsPerS => (To - From) / (ToS - FromS);

    /// <summary>Millions of the trial's records acknowledged half-way through the step.</summary>
    public double Millions => (From + To) / 2.0 / 1e6;
}
