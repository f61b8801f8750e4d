using System.Globalization;
using DbIngest.Analysis.Tests.Searches;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// The study of rate searches (<c>--find</c>), which the bench command <c>search</c> runs on a simulated database. It prints how
/// often the 95 % confidence interval of the found rate covers the true rate.
/// </summary>
internal static class SearchCoverage
{
    public static void Run(int searches)
    {
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{searches} searches each, 40 steps, interval at 95 %; standard error {Math.Sqrt(0.95 * 0.05 / searches):0.0 %}"));
        Console.WriteLine("| knee, records/s | noise of p99 | covers | half-width | bias | steps |");
        Console.WriteLine("| ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (double noise in (double[])[0.1, 0.4])
        {
            foreach (double knee in (double[])[4_000, 60_000, 1_300_000])
            {
                var (coverage, halfWidth, bias, steps) = new SearchStudy { Knee = knee, Noise = noise }.Run(searches);
                Console.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"| {knee:#,0} | {noise:0 %} | {coverage:0.0 %} | {halfWidth:0.0 %} | {bias:0.0 %} | {steps:0.0} |"));
            }
        }
    }
}
