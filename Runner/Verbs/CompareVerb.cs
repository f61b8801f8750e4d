using System.Text.Json;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;

namespace DbIngest.Runner.Verbs;

/// <summary><c>compare A B</c>: two results side by side, with an exit code for a build that must not get slower.</summary>
internal static class CompareVerb
{
    private const double SmallestThreshold = 0.1;
    private const double LargestThreshold = 99;

    public static ExitCode Execute(CompareOptions options, Screen screen)
    {
        var (threshold, gate, a, b) = Read(options);
        var comparison = Comparison.Of(Read(a), Read(b), threshold / 100, gate) with { A = string.Join(", ", a), B = string.Join(", ", b) };
        if (options.Out is { } place)
        {
            ExistingFiles.Refuse("compare", ComparisonFiles.FilesOf(place, comparison), "name another folder by --out", options.Force);
        }

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
            throw new UsageException($"compare: {string.Join(", ", a)} and {string.Join(", ", b)} have no point in common, so no ratio can be given. To see them side by side: {ProgramCommand.Line(["report", .. a, .. b])}");
        }

        return comparison.IsRegression ? ExitCode.ThresholdExceeded : ExitCode.Done;
    }

    /// <summary>Reads the options: the threshold in per cent, the gate, the folders of both sides.</summary>
    /// <exception cref="UsageException">With one line for each that is wrong.</exception>
    public static (double Threshold, Gate Gate, string[] A, string[] B) Read(CompareOptions options)
    {
        var reader = new OptionReader();
        double threshold = reader.Decimal("--threshold", (options.Threshold ?? Defaults.Threshold).Percent, SmallestThreshold, LargestThreshold);
        var gate = reader.Choice<Gate>("--gate", options.Gate ?? Defaults.Gate);
        var (a, b) = Sides(options, reader);
        reader.ThrowIfRefused();
        return (threshold, gate, a, b);
    }

    private static (string[] A, string[] B) Sides(CompareOptions options, OptionReader reader)
    {
        string[] folders = [.. options.Folders];
        string[] against = [.. options.Against];
        if (against.Length == 0 && folders.Length == 2)
        {
            return ([folders[0]], [folders[1]]);
        }

        if (against.Length == 0)
        {
            reader.Refuse("compare", $"two result folders are compared, and {folders.Length} are given; write compare A B, or compare A A2 --against B B2");
        }
        else if (folders.Length == 0)
        {
            reader.Refuse("--against", "there is nothing to compare with; write compare A --against B");
        }

        foreach (var twice in folders.Concat(against).GroupBy(folder => Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder))).Where(group => group.Count() > 1))
        {
            reader.Refuse("compare", $"{twice.First()} is given twice; a run does not repeat itself: give each folder once");
        }

        return (folders, against);
    }

    private static SweepSummary[] Read(string[] folders) => [.. folders.Select(folder => Results.Read(folder).Summary)];
}
