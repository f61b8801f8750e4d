using System.Globalization;

namespace DbIngest.Core.Plan;

/// <summary>
/// One stage of a rate that changes within a trial: <c>20k@5m</c> holds a rate for a time, <c>1k..20k@5m</c> raises it evenly.
/// The end rate of the last stage goes on until the trial ends. An <see cref="ArrivalRate"/> has the stages, and
/// <see cref="Pipeline.StagedTime"/> computes from them when batches arrive. Immutable.
/// </summary>
/// <param name="From">Records per second at the beginning of the stage.</param>
/// <param name="To">Records per second at the end of the stage.</param>
/// <param name="Seconds">Length of the stage in seconds, above 0.</param>
public readonly record struct RateStage(double From, double To, double Seconds)
{
    /// <summary>Records that arrive in the stage.</summary>
    public double Records => (From + To) / 2 * Seconds;

    /// <summary>The stage for reports.</summary>
    public string Words =>
        string.Create(CultureInfo.InvariantCulture, $"{Rates("#,0.######", " to ")}/s for {Seconds:0.######} s");

    /// <inheritdoc/>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Rates("0.######", "..")}@{Seconds:0.######}s");

    private string Rates(string format, string between) => From.Equals(To)
        ? From.ToString(format, CultureInfo.InvariantCulture)
        : From.ToString(format, CultureInfo.InvariantCulture) + between + To.ToString(format, CultureInfo.InvariantCulture);
}
