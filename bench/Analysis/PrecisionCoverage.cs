using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Tests.Statistics;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// The study of measuring until a point is precise enough, which the bench command <c>precision</c> runs on generated times. It
/// prints how often the resulting 95 % confidence interval covers the true mean.
/// </summary>
internal static class PrecisionCoverage
{
    private const double Precision = 0.02;

    public static void Run(int sweeps)
    {
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{sweeps} sweeps each, +-{Precision:0 %} asked for at 95 %, first look at {PrecisionRule.Fewest} trials, 500 at "
            + $"most; standard error {Math.Sqrt(0.95 * 0.05 / sweeps):0.0 %}"));
        Independent(sweeps);
        Console.WriteLine();
        Console.WriteLine("| lag-1 autocorrelation, variation 5 % | mean trials | covers |");
        Console.WriteLine("| ---: | ---: | ---: |");
        foreach (double autocorrelation in (double[])[0, 0.3, 0.5, 0.6])
        {
            var found = new PrecisionStudy { Autocorrelation = autocorrelation }.Run(sweeps);
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture,
                $"| {autocorrelation} | {found.MeanTrials:0.0} | {found.Coverage:0.0 %} |"));
        }
    }

    private static void Independent(int sweeps)
    {
        Console.WriteLine(
            "| variation of a trial | trials if it were known | mean trials, normal times | covers | with so many, fixed | "
            + "mean trials, log-normal times | covers |");
        Console.WriteLine("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (double variation in (double[])[0.01, 0.025, 0.03, 0.04, 0.05, 0.08, 0.12, 0.2])
        {
            var study = new PrecisionStudy { Variation = variation };
            int known = Math.Max(PrecisionRule.Fewest, (int)Math.Ceiling(Math.Pow(1.959964 * variation / Precision, 2)));
            var normal = study.Run(sweeps);
            var skewed = (study with { IsSkewed = true }).Run(sweeps);
            var same = (study with { Fixed = known }).Run(sweeps);
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"| {variation:0.0 %} | {known} | {normal.MeanTrials:0.0} | {normal.Coverage:0.0 %} | {same.Coverage:0.0 %} | "
                + $"{skewed.MeanTrials:0.0} | {skewed.Coverage:0.0 %} |"));
        }
    }
}
