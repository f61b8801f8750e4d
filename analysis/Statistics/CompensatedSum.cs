namespace DbIngest.Analysis.Statistics;

/// <summary>
/// A sum whose rounding error does not grow with the number of terms (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur
/// Summation endlicher Summen", ZAMM 54, 1974). <see cref="SampleStatistics"/>, <see cref="LinearFit"/>, the analyses of variance
/// and other tests of this folder use it. It is a mutable struct: a copy does not see later terms.
/// </summary>
internal struct CompensatedSum
{
    private double _sum;
    private double _compensation;

    public readonly double Value => _sum + _compensation;

    public void Add(double term)
    {
        double next = _sum + term;
        _compensation += Math.Abs(_sum) >= Math.Abs(term) ? _sum - next + term : term - next + _sum;
        _sum = next;
    }

    public static double Of(IEnumerable<double> terms)
    {
        var sum = default(CompensatedSum);
        foreach (double term in terms)
        {
            sum.Add(term);
        }

        return sum.Value;
    }
}
