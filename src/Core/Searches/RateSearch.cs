using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Searches;

/// <summary>
/// The search for the highest rate that holds a limit, one trial per step (<c>--find</c>). <see cref="SearchState"/> builds it
/// from the steps so far. The search ends when the interval of the edge is narrow enough, when the edge lies outside of the
/// searched rates, or after the most steps. It must stay a pure function of the steps, so that a resumed search continues with
/// the same rates. Immutable.
/// </summary>
/// <remarks>
/// Probabilistic bisection with an unknown noise (Waeber, Frazier and Henderson 2013, "Bisection search with noisy responses"),
/// with the posterior of <see cref="EdgePosterior"/>. The next rate is the median of the posterior, moved by about its scale up
/// and down in turn, because steps at the median alone would say nothing about the scale. The distance is drawn at random, so
/// that the steps of different searches lie at different rates.
/// </remarks>
public sealed class RateSearch
{
    /// <summary>Fewest steps before an interval may end the search.</summary>
    public const int FewestSteps = 20;

    /// <summary>
    /// Fewest steps before the edge may count as outside of the searched rates: one disturbed trial must not decide that.
    /// </summary>
    private const int FewestOutside = 8;

    /// <summary>Rates per decade: each is 1.2 % above the one before, so that steps near the edge share rates.</summary>
    private const int RatesPerDecade = 192;

    /// <summary>Least and most distance of a step from the median, as multiples of the posterior's scale.</summary>
    private const double Nearest = 0.5;
    private const double Farthest = 2;

    /// <summary>The first step lies at a random quantile of the prior within these bounds.</summary>
    private const double FirstLow = 0.35;
    private const double FirstHigh = 0.65;

    private readonly ulong _seed;
    private readonly double _lowest;
    private readonly double _highest;
    private readonly int _steps;
    private readonly EdgePosterior _edge;

    /// <summary>Creates the state of a search after some steps.</summary>
    /// <param name="steps">The rates in records per second, and whether the limit held, in their order.</param>
    /// <param name="lowest">The lowest rate that is searched, in records per second.</param>
    /// <param name="highest">The highest rate that is searched.</param>
    /// <param name="precision">
    /// Half-width of the interval, as a share of the rate, that ends the search. 0 for a search that takes all of its steps.
    /// </param>
    /// <param name="mostSteps">Most steps.</param>
    /// <param name="confidence">Level of the interval, for example 0.95.</param>
    /// <param name="seed">Seed of the draws. The same seed and steps give the same next rate.</param>
    public RateSearch(IReadOnlyList<(double Rate, bool Holds)> steps, double lowest, double highest, double precision,
        int mostSteps, double confidence, ulong seed)
    {
        _seed = seed;
        _lowest = lowest;
        _highest = highest;
        _steps = steps.Count;
        _edge = EdgePosterior.Of(steps, lowest, highest);
        Rate = _edge.Quantile(0.5);
        Low = _edge.Quantile((1 - confidence) / 2);
        High = _edge.Quantile((1 + confidence) / 2);
        bool isEnough = steps.Count >= FewestOutside;
        End = isEnough && _edge.Above(highest) >= (1 + confidence) / 2 ? SearchEnd.EveryRateHolds
            : isEnough && _edge.Above(lowest) <= (1 - confidence) / 2 ? SearchEnd.NoRateHolds
            : steps.Count >= FewestSteps && HalfWidthShare <= precision ? SearchEnd.Found
            : steps.Count >= mostSteps ? precision > 0 ? SearchEnd.MostSteps : SearchEnd.Found
            : SearchEnd.Unfinished;
    }

    /// <summary>The edge: the rate that holds the limit in half of all trials, in records per second.</summary>
    public double Rate { get; }

    /// <summary>Lower end of the interval of the edge, in records per second.</summary>
    public double Low { get; }

    /// <summary>Upper end of the interval of the edge, in records per second.</summary>
    public double High { get; }

    /// <summary>Half of the width of the interval as a share of the rate.</summary>
    public double HalfWidthShare => (High - Low) / 2 / Rate;

    /// <summary>How the search ended, or <see cref="SearchEnd.Unfinished"/>.</summary>
    public SearchEnd End { get; }

    /// <summary>
    /// The rate of the next step, in records per second, to three significant digits and within the rates that are searched.
    /// </summary>
    public double Next()
    {
        var random = new SplitMix64(SplitMix64.Mix(_seed) + (ulong)_steps);
        random.Next();
        double drawn = random.NextDouble();
        double side = _steps % 2 == 0 ? 1 : -1;
        double rate = _steps == 0
            ? _edge.Quantile(FirstLow + ((FirstHigh - FirstLow) * drawn))
            : Rate * Math.Exp(side * (Nearest + ((Farthest - Nearest) * drawn)) * _edge.Scale);
        return Math.Clamp(Rounded(rate), _lowest, _highest);
    }

    private static double Rounded(double rate)
    {
        double exact = Math.Pow(10, Math.Round(Math.Log10(rate) * RatesPerDecade) / RatesPerDecade);
        double unit = Math.Pow(10, Math.Floor(Math.Log10(exact)) - 2);
        return Math.Round(exact / unit) * unit;
    }
}
