using System.Globalization;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figures of CPU and memory of client and server over time, for the trials of <see cref="TimeFigures"/> that have at
/// least three samples. <see cref="FigureCatalog"/> calls it, and <c>ReportPage</c> places them in a section with the sentence of
/// <see cref="NotDrawn"/> on the others. Each line shows one trial, so no verdict rests on it.
/// </summary>
internal static class UsageFigures
{
    /// <summary>Fewest samples of a trial that make a line.</summary>
    private const int FewestSamples = 3;

    private const string Cpu = "cpu-over-time";
    private const string Memory = "memory-over-time";

    /// <summary>The client's line is dotted, the server's solid; colour and marker show the series.</summary>
    private const string ClientDash = "2 4";

    /// <summary>True for a figure of CPU or memory.</summary>
    public static bool IsOne(Chart chart) => chart.Name is Cpu or Memory;

    /// <summary>Makes the figures; none where no trial has enough samples.</summary>
    public static IEnumerable<Chart> Of(PlotSet set)
    {
        var trials = TimeFigures.Trials(set).Where(IsSampled).ToList();
        if (trials.Count == 0)
        {
            yield break;
        }

        yield return Chart(
            set, trials, Cpu, "CPU within a trial", "% of all cores",
            (line, sample, before) =>
                Share(line.Series.CoresOf(line.Trial.Client), sample.ClientCpuS - (before?.ClientCpuS ?? 0), sample, before),
            (line, sample, before) => sample.ServerCpuS is { } cpu
                ? Share(line.Series.CoresOf(line.Trial.Server), cpu - (before?.ServerCpuS ?? 0), sample, before) : null);
        yield return Chart(
            set, trials, Memory, "Memory within a trial", "resident MB",
            (_, sample, _) => sample.ClientRssBytes / 1e6,
            (_, sample, _) => sample.ServerRssBytes / 1e6);
    }

    /// <summary>Writes a sentence on the series that are not drawn, with the reason; empty where all are.</summary>
    public static string NotDrawn(PlotSet set)
    {
        var lines = TimeFigures.Trials(set).ToList();
        string[] few = [.. lines.Where(line => !IsSampled(line)).Select(line => string.Create(
            CultureInfo.InvariantCulture,
                $"{line.Series.Name} (trial of {line.Trial.ElapsedS:0.0##} s, "
                + $"{SentenceParts.Count(line.Trial.Samples.Count, "sample", "samples")})"))];
        string[] unknown = [.. lines
            .Where(line => IsSampled(line) && line.Series.Target?.Placement != "in-process"
            && line.Trial.Samples.All(sample => sample.ServerCpuS is null))
            .Select(line => line.Series.Name)];
        return string.Join(" ", [
            .. few.Length > 0
                ? [$"Not drawn within a trial: {SentenceParts.List(few)}. A line takes {FewestSamples} samples, about one a "
                    + $"second: longer trials have them (--records, --duration)."] : Array.Empty<string>(),
            .. unknown.Length > 0
                ? [$"Not sampled: the server of {SentenceParts.List(unknown)}, which is no process of this machine that can "
                    + $"be read."] : Array.Empty<string>()]);
    }

    private static bool IsSampled(TimedTrial line) => line.Trial.Samples.Count >= FewestSamples;

    private static string NameOf(PlotSeries series, string side) =>
        series.Target?.Placement == "in-process" ? $"{series.Name}, within the client" : $"{series.Name}, {side}";

    private static double? Share(int cores, double cpuS, ThroughputSample sample, ThroughputSample? before) =>
        sample.AtS - (before?.AtS ?? 0) is > 0 and var seconds ? Math.Max(0, 100 * cpuS / seconds / cores) : null;

    private static TimeChart Chart(
        PlotSet set,
        IReadOnlyList<TimedTrial> trials,
        string name,
        string title,
        string unit,
        Func<TimedTrial, ThroughputSample, ThroughputSample?, double?> client,
        Func<TimedTrial, ThroughputSample, ThroughputSample?, double?> server)
    {
        TimeSeries[] series =
        [
            .. from line in trials
               from side in new[] { (Name: "server", Value: server, Dash: (string?)null),
                   (Name: "client", Value: client, Dash: ClientDash) }
               let steps = Steps(line, side.Value)
               where steps.Count > 0
               select new TimeSeries(NameOf(line.Series, side.Name), line.Series.Look, steps, line.Trial.ElapsedS,
                   line.Trial.ElapsedS + line.Trial.SettleS, string.Create(
                   CultureInfo.InvariantCulture,
                   $"{NameOf(line.Series, side.Name)}\ntrial {line.Trial.Trial} at {SentenceParts.At(set, line.Point)}\nat "
                   + $"most {steps.Max(step => step.Value):0.#} {unit}"))
               {
                   Dash = side.Dash,
               },
        ];
        return new TimeChart
        {
            Name = name,
            Title = title,
            YTitle = unit,
            FallsToZero = false,
            Description = string.Join(" ", series
                .Select(line => string.Create(CultureInfo.InvariantCulture,
                    $"{line.Name}: at most {line.Steps.Max(step => step.Value):0.#} {unit}."))
                .Prepend($"{title}: {unit} from sample to sample, one trial of each series.")),
            Caption = "The trial of median time at each line's largest point, settling included.",
            Series = series,
        };
    }

    private static List<(double AtS, double Value)> Steps(TimedTrial line,
        Func<TimedTrial, ThroughputSample, ThroughputSample?, double?> value)
    {
        var steps = new List<(double AtS, double Value)>();
        ThroughputSample? before = null;
        foreach (var sample in line.Trial.Samples.Where(sample => sample.AtS - (before?.AtS ?? 0) > TimeFigures.LeastStepS))
        {
            // What was used is the difference from the last sample that tells it, not from one without a reading.
            if (value(line, sample, before) is { } now)
            {
                steps.Add((sample.AtS, now));
                before = sample;
            }
        }

        return steps;
    }
}
