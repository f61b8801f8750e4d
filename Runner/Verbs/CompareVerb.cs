using System.Text.Json;
using DbIngest.Abstractions.Resources;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>compare</c>: compares two sides, A and B, each of one result folder or several. Exit code 5 says that B
/// is slower than A by more than the threshold, lacks figures that A has, or failed an audit where A passed. Sides without a
/// common point or search are refused. <see cref="CompareHistory"/> takes over for <c>--history</c>. <see cref="Verb.All"/>
/// registers the class. It writes only to <c>--out</c>.
/// </summary>
internal static class CompareVerb
{
    private const double SmallestThreshold = 0.1;
    private const double LargestThreshold = 99;

    /// <summary>Most values of an axis in a message. A longer list is shortened.</summary>
    private const int MostValues = 5;

    public static ExitCode Execute(CompareOptions options, Screen screen)
    {
        if (options.History)
        {
            return CompareHistory.Execute(options, screen);
        }

        var (threshold, gate, a, b, prices) = Read(options);
        var (resultsA, resultsB) = (Read(a, prices), Read(b, prices));
        foreach (var (folder, result) in a.Zip(resultsA).Concat(b.Zip(resultsB)))
        {
            Results.WarnOfLoss(folder, result.Summary, screen);
        }

        Results.WarnOfCopies([.. a, .. b], screen);
        if (PriceNames.Unmatched(prices, [.. resultsA.Concat(resultsB).Select(result => result.Manifest)]) is { } unmatched)
        {
            screen.Remark(unmatched);
        }

        SweepSummary[] summariesA = [.. resultsA.Select(result => result.Summary)];
        SweepSummary[] summariesB = [.. resultsB.Select(result => result.Summary)];
        var comparison = Comparison.Of(summariesA, summariesB, threshold / 100, gate) with
        {
            A = string.Join(", ", a),
            B = string.Join(", ", b),
        };
        if (comparison.Points.Count + comparison.Searches.Count == 0)
        {
            throw new UsageException(
                $"compare: {string.Join(", ", a)} and {string.Join(", ", b)} have no point in common, so no ratio can be "
                + $"given: {Difference(comparison, summariesA, summariesB)}. "
                + $"To see them side by side: {ProgramCommand.Line(["report", .. a, .. b])}");
        }

        if (options.Out is { } place)
        {
            ExistingFiles.Refuse("compare", ComparisonFiles.FilesOf(place, comparison), "name another folder by --out",
                options.Force);
        }

        screen.Table(ComparisonTable.Of(comparison), asRemark: options.Json);
        foreach (var more in SpecialTables.Of(comparison))
        {
            screen.Table(more, asRemark: options.Json);
        }

        Action<string> say = options.Json ? screen.Remark : screen.Result;
        if (ForestText.Of(comparison) is { Length: > 0 } forest)
        {
            say(Environment.NewLine + forest);
        }

        string? page = options.Out is null ? null : SummaryOutput.WriteComparison(options.Out, comparison, screen);
        if (page is not null)
        {
            say($"Report: {page}");
        }

        if (options.Json)
        {
            screen.Result(JsonSerializer.Serialize(comparison, SummaryJson.Default.Comparison));
        }

        return options.Out is not null && page is null ? ExitCode.PointsMissing
            : comparison.IsRegression ? ExitCode.ThresholdExceeded : ExitCode.Done;
    }

    /// <summary>Checks the options, also of a history, without reading a folder.</summary>
    /// <exception cref="UsageException">With one line per problem.</exception>
    public static void Check(CompareOptions options)
    {
        if (options.History)
        {
            _ = CompareHistory.Read(options);
        }
        else
        {
            _ = Read(options);
        }
    }

    /// <summary>Reads the options of the gate.</summary>
    /// <returns>The threshold in percent, 0.1 to 99, and the rule by which a slower point counts.</returns>
    public static (double Threshold, RegressionGate Gate) ReadGate(CompareOptions options, OptionReader reader) =>
        (reader.Decimal("--threshold", (options.Threshold ?? Defaults.Threshold).Percent, SmallestThreshold, LargestThreshold),
            reader.Choice<RegressionGate>("--gate", options.Gate ?? Defaults.Gate));

    private static (double Threshold, RegressionGate Gate, string[] A, string[] B, Prices? Prices) Read(CompareOptions options)
    {
        var reader = new OptionReader();
        var (threshold, gate) = ReadGate(options, reader);
        foreach (string option in new[] { options.AsGiven ? "--as-given" : "", options.Last is null ? "" : "--last" })
        {
            reader.RefuseIf(option.Length > 0, option, "it is an option of a history; add --history, or leave it out");
        }

        var (a, b) = Sides(options, reader);
        var prices = PriceReader.Read(options.Price, reader);
        reader.ThrowIfRefused();
        return (threshold, gate, a, b, prices);
    }

    private static (string[] A, string[] B) Sides(CompareOptions options, OptionReader reader)
    {
        string[] folders = [.. options.Folders];
        string[] against = [.. options.Against];
        if (against.Length == 0 && folders.Length == 2)
        {
            RefuseTwice(folders, reader);
            return ([folders[0]], [folders[1]]);
        }

        if (against.Length == 0)
        {
            reader.Refuse("compare",
                $"two result folders are compared, and {(folders.Length == 1 ? "1 is" : $"{folders.Length} are")} given; write compare A B, or compare A A2 "
                + $"--against B B2");
        }
        else if (folders.Length == 0)
        {
            reader.Refuse("--against", "there is nothing to compare with; write compare A --against B");
        }

        RefuseTwice(folders.Concat(against), reader);
        return (folders, against);
    }

    /// <summary>Refuses a folder that is given twice, also by a symbolic link.</summary>
    public static void RefuseTwice(IEnumerable<string> folders, OptionReader reader)
    {
        foreach (var twice in folders.GroupBy(Target).Where(group => group.Count() > 1))
        {
            reader.Refuse("compare", $"{twice.First()} is given twice; a run does not repeat itself: give each folder once");
        }
    }

    /// <summary>Returns the full path of a folder, or of the folder to which a link leads.</summary>
    private static string Target(string folder)
    {
        string path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));
        return Directory.Exists(path) ? Path.TrimEndingDirectorySeparator(Links.Followed(path)) : path;
    }

    /// <summary>Names the axes on which the two sides share no value, and the limits of searches where they share none.</summary>
    private static string Difference(Comparison comparison, SweepSummary[] summariesA, SweepSummary[] summariesB)
    {
        var (limitsA, limitsB) = (Limits(summariesA), Limits(summariesB));
        string[] apart =
        [
            .. from axis in SweepAxes.TargetFirst
               let a = Values(axis, comparison.OnlyA)
               let b = Values(axis, comparison.OnlyB)
               where !a.Intersect(b, StringComparer.Ordinal).Any()
               select $"{axis.Name} is {Shown(a)} in A, {Shown(b)} in B",
            .. limitsA.Intersect(limitsB, StringComparer.Ordinal).Any() ? Array.Empty<string>()
                : [$"the limit of --find is {Shown(limitsA)} in A, {Shown(limitsB)} in B"],
        ];
        return apart.Length > 0 ? string.Join("; ", apart) : "no combination of their values is in both";
    }

    private static List<string> Values(Axis axis, IReadOnlyList<Point> points) =>
        [.. points.Select(point => axis.Text(point.Axes) ?? "none").Distinct(StringComparer.Ordinal)];

    /// <summary>Lists the limits of a side's searches, with "none" for a run that is no search.</summary>
    private static List<string> Limits(SweepSummary[] runs) =>
    [
        .. runs.SelectMany(run => run.Searches.Select(search => search.Limit.ToString()).DefaultIfEmpty("none"))
            .Distinct(StringComparer.Ordinal),
    ];

    private static string Shown(List<string> values) =>
        values.Count <= MostValues ? string.Join(", ", values)
            : $"{string.Join(", ", values.Take(MostValues - 1))}, ... {values[^1]}";

    private static StoredResult[] Read(string[] folders, Prices? prices) =>
        [.. folders.Select(folder => Results.Read(folder, prices))];
}
