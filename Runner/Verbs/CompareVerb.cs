using System.Text.Json;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Verbs;

/// <summary><c>compare A B</c>: two results side by side, with an exit code for a build that must not get slower.</summary>
internal static class CompareVerb
{
    private const double SmallestThreshold = 0.1;
    private const double LargestThreshold = 99;

    public static ExitCode Execute(CompareOptions options, Screen screen)
    {
        string[] folders = [.. options.Folders];
        var reader = new OptionReader();
        double threshold = reader.Decimal("--threshold", options.Threshold ?? Defaults.Threshold, SmallestThreshold, LargestThreshold);
        if (folders.Length != 2)
        {
            reader.Refuse("compare", $"two result folders are compared, and {folders.Length} are given; write compare A B");
        }

        reader.ThrowIfRefused();
        var comparison = Comparison.Of(Results.Read(folders[0]).Summary, Results.Read(folders[1]).Summary, threshold / 100);
        screen.Table(ComparisonTable.Of(comparison), asRemark: options.Json);
        Action<string> say = options.Json ? screen.Remark : screen.Result;
        if (ForestText.Of(comparison) is { Length: > 0 } forest)
        {
            say(Environment.NewLine + forest);
        }

        if (options.Out is not null && SummaryOutput.WriteComparison(options.Out, comparison, screen) is { } page)
        {
            say($"Report: {page}");
        }

        if (options.Json)
        {
            screen.Result(JsonSerializer.Serialize(comparison, SummaryJson.Default.Comparison));
        }

        if (comparison.Points.Count == 0)
        {
            throw new UsageException($"compare: {folders[0]} and {folders[1]} have no point in common; compare results of equal sources, records, batch, in-flight and values.");
        }

        return comparison.IsRegression ? ExitCode.ThresholdExceeded : ExitCode.Done;
    }
}
