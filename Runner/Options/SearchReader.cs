using DbIngest.Core.Plan;
using DbIngest.Core.Searches;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads the plan of a search for the highest rate that holds a limit (<c>--find</c>, <c>--find-rates</c>), and refuses options
/// that a search decides itself. <see cref="SweepRequestReader"/> calls it. It reports problems to the reader and never throws.
/// </summary>
internal sealed class SearchReader(OptionReader reader)
{
    /// <summary>Reads the options.</summary>
    /// <param name="options">The options of a sweep.</param>
    /// <param name="precision">
    /// The value of <c>--precision</c> as a share of 1. Null without the option: a search then takes all of its trials.
    /// </param>
    /// <returns>The plan. Null without a search, or if an option was refused.</returns>
    public SearchPlan? Read(SweepOptions options, double? precision)
    {
        if (options.Find is null)
        {
            reader.RefuseIf(options.FindRates is not null, "--find-rates",
                "nothing is searched; give --find LIMIT too, or name rates by --rate");

            return null;
        }

        RefuseOthers(options);
        reader.RefuseIf(!SearchLimit.TryParse(options.Find, out var limit), "--find",
            $"'{options.Find}' is not a limit; write p99:50ms (p50 to p99.9; us, ms or s), backlog:1000 or errors:1%");

        SearchRange? rates = null;
        reader.RefuseIf(options.FindRates is not null && !SearchRange.TryParse(options.FindRates, out rates), "--find-rates",
            $"'{options.FindRates}' is not a range of rates; write 10k..1M, or 10k..1M:poisson");

        return limit is null ? null : new SearchPlan(limit, rates, precision ?? 0);
    }

    /// <summary>Refuses a search with fewer measured trials than <see cref="RateSearch.FewestSteps"/>.</summary>
    /// <param name="trials">Trials of the search, warm-up included.</param>
    /// <param name="warmUp">Warm-up trials.</param>
    public void CheckTrials(int trials, int warmUp)
    {
        if (trials - warmUp < RateSearch.FewestSteps)
        {
            int fewest = RateSearch.FewestSteps + warmUp;
            reader.Refuse("--trials", FormattableString.Invariant(
                $"a search needs {RateSearch.FewestSteps} trials after the warm-up at least; give {fewest}"));
        }
    }

    /// <summary>Refuses rates of a protocol or profile. <see cref="Read"/> has refused rates that the user gave.</summary>
    /// <param name="options">The options of the sweep.</param>
    /// <param name="rates">Number of rates that the sweep has. 0 is no fault.</param>
    public void CheckRates(SweepOptions options, int rates)
    {
        reader.RefuseIf(rates > 0 && options.TextOf(SweepAxes.Rate) is null, "--find",
            "the search chooses the rates, and a protocol or profile names some; leave one of them out");
    }

    /// <summary>True for an axis that <see cref="Read"/> refuses whatever its values, so that nothing reads the values.</summary>
    public static bool Refuses(Axis axis, SweepOptions options) =>
        axis.IsSearched && options.Find is not null && options.TextOf(axis) is not null;

    private void RefuseOthers(SweepOptions options)
    {
        (string Option, bool IsGiven, string Why)[] others =
        [
            ("--rate", options.TextOf(SweepAxes.Rate) is not null, "the search chooses the rates; --find-rates bounds them"),
            ("--ab", options.Ab is not null, "pairs have another order of trials; compare two results instead"),
            ("--blocks", options.Blocks is not null, "a search measures on one deployment"),
            ("--isolate", options.Isolate, "a search measures on one deployment"),
            ("--max-trials", options.MaxTrials is not null, "--trials is the most of a search"),
        ];
        foreach (var (option, _, why) in others.Where(other => other.IsGiven))
        {
            reader.Refuse(option, $"with --find, {why}; leave it out");
        }
    }
}
