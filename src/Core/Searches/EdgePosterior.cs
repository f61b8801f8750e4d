namespace DbIngest.Core.Searches;

/// <summary>
/// The probability distribution of the edge, the rate that holds the limit in half of all trials, given the steps of a search.
/// <see cref="RateSearch"/> computes it anew after each step. It must stay a pure function of the steps, so that a resumed search
/// continues with the same rates. Immutable.
/// </summary>
/// <remarks>
/// A step at rate x holds with the probability (1 - lapse) 2^-exp((ln x - ln edge) / scale), the Weibull function by which
/// QUEST finds thresholds (Watson and Pelli 1983). Its scale is unknown too (Kontsevich and Tyler 1999). The function falls
/// faster above the edge than it rises below it, as a queue near its capacity does: a symmetric function biased simulated
/// searches. The posterior is computed on a grid that is refined where its mass lies, from a flat prior of ln edge and of ln
/// scale. The choice of the rates does not bias it.
/// </remarks>
internal sealed class EdgePosterior
{
    /// <summary>
    /// Share of steps below the edge that fail for another reason, such as a pause of the machine (Wichmann and Hill 2001:
    /// without it a single one widens and biases the fit).
    /// </summary>
    private const double Lapse = 0.01;

    /// <summary>How far the edge may lie outside of the searched rates, as a difference of natural logarithms.</summary>
    private const double Margin = 1;

    private const double Ln2 = 0.693147180559945309;

    /// <summary>Largest exponent: beyond it the probability is 0 in any case.</summary>
    private const double Steepest = 200;

    private static readonly double LogNoLapse = Math.Log(1 - Lapse);

    private const int Cells = 96;
    private const int Refinements = 5;
    private const double Negligible = 1e-7;
    private const double SmallestScale = 0.002;
    private const double LargestScale = 0.25;
    private const int ScaleCount = 9;

    private static readonly double[] Scales = [.. Enumerable.Range(0, ScaleCount).Select(i =>
        SmallestScale * Math.Pow(LargestScale / SmallestScale, i / (ScaleCount - 1.0)))];

    private readonly double _low;
    private readonly double _width;
    private readonly double[] _mass;

    private EdgePosterior(double low, double width, double[] mass, double scale)
    {
        _low = low;
        _width = width;
        _mass = mass;
        Scale = scale;
    }

    /// <summary>Geometric mean of the scale over the posterior.</summary>
    public double Scale { get; }

    /// <summary>Computes the posterior.</summary>
    /// <param name="steps">The rates in records per second, and whether the limit held.</param>
    /// <param name="lowest">The lowest rate that is searched.</param>
    /// <param name="highest">The highest rate that is searched.</param>
    public static EdgePosterior Of(IReadOnlyList<(double Rate, bool Holds)> steps, double lowest, double highest)
    {
        // Steps at one rate share their terms of the likelihood.
        var rates = steps.GroupBy(step => step.Rate)
            .Select(same => (Math.Log(same.Key), same.Count(step => step.Holds), same.Count(step => !step.Holds)))
            .ToArray();
        double low = Math.Log(lowest) - Margin;
        double high = Math.Log(highest) + Margin;
        for (int i = 0; ; i++)
        {
            var (mass, scale) = Grid(rates, low, (high - low) / Cells);
            int first = Array.FindIndex(mass, cell => cell > Negligible);
            int last = Array.FindLastIndex(mass, cell => cell > Negligible);
            if (i == Refinements || last - first > Cells * 2 / 3)
            {
                return new EdgePosterior(low, (high - low) / Cells, mass, scale);
            }

            double width = (high - low) / Cells;
            (low, high) = (low + (Math.Max(0, first - 1) * width), low + (Math.Min(Cells, last + 2) * width));
        }
    }

    /// <summary>Returns the rate below which the edge lies with a given probability, in records per second.</summary>
    /// <param name="probability">Above 0 and below 1.</param>
    public double Quantile(double probability)
    {
        double left = probability;
        for (int i = 0; i < Cells; i++)
        {
            if (_mass[i] >= left)
            {
                return Math.Exp(_low + ((i + (left / _mass[i])) * _width));
            }

            left -= _mass[i];
        }

        return Math.Exp(_low + (Cells * _width));
    }

    /// <summary>Returns the probability that the edge lies above a rate in records per second.</summary>
    public double Above(double rate)
    {
        double place = (Math.Log(rate) - _low) / _width;
        double above = 0;
        for (int i = Cells - 1; i >= 0 && i + 1 > place; i--)
        {
            above += _mass[i] * Math.Min(1, i + 1 - place);
        }

        return above;
    }

    private static (double[] Mass, double Scale) Grid((double Ln, int Holds, int Fails)[] rates, double low, double width)
    {
        double[,] logs = new double[ScaleCount, Cells];
        double most = double.NegativeInfinity;
        for (int s = 0; s < ScaleCount; s++)
        {
            for (int i = 0; i < Cells; i++)
            {
                double log = LogLikelihood(rates, low + ((i + 0.5) * width), Scales[s]);
                logs[s, i] = log;
                most = Math.Max(most, log);
            }
        }

        double[] mass = new double[Cells];
        double sum = 0;
        double scale = 0;
        for (int s = 0; s < ScaleCount; s++)
        {
            for (int i = 0; i < Cells; i++)
            {
                double likelihood = Math.Exp(logs[s, i] - most);
                mass[i] += likelihood;
                sum += likelihood;
                scale += likelihood * Math.Log(Scales[s]);
            }
        }

        for (int i = 0; i < Cells; i++)
        {
            mass[i] /= sum;
        }

        return (mass, Math.Exp(scale / sum));
    }

    private static double LogLikelihood((double Ln, int Holds, int Fails)[] rates, double edge, double scale)
    {
        double log = 0;
        foreach (var (ln, holds, fails) in rates)
        {
            double hold = LogNoLapse - (Ln2 * Math.Exp(Math.Min((ln - edge) / scale, Steepest)));
            log += (holds * hold) + (fails == 0 ? 0 : fails * Math.Log(1 - Math.Exp(hold)));
        }

        return log;
    }
}
