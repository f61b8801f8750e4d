using DbIngest.Abstractions.Endpoints;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Fakes;

/// <summary>Values of an axis for properties that hold for every axis, those to come included.</summary>
public static class AxisSamples
{
    /// <summary>A value; different seeds below 16 give different ones.</summary>
    public static object Of(Axis axis, int seed) => axis switch
    {
        WordAxis => $"{(char)('a' + seed)}",
        NumberAxis<int> number => number.Smallest + seed,
        NumberAxis<long> number => number.Smallest + seed,
        NumberAxis<double> number => number.Smallest + (seed / 4.0),
        Axis<SourceLayout> => Layout(seed % 2 == 0 ? $"{seed + 1}" : $"{seed}+1"),
        Axis<ArrivalRate> => Rate(seed % 2 == 0 ? $"{seed + 1}" : $"{seed}.5/source:poisson"),
        Axis<EndpointChoice> => EndpointChoice.Of([KeyValuePair.Create("rows", $"{seed + 1}")]),
        Axis<PlannedFault> => Fault(seed % 2 == 0 ? $"kill@{seed + 1}s" : $"pause@{seed}.5s:2s"),
        Axis<Disorder> => Late($"{seed + 1}%:{seed + 2}s"),
        Axis<Backfill> => Old($"{seed + 1}%:{seed + 2}d"),
        Axis<Duplicates> => Twice($"{seed + 1}%"),
        Axis<ProbeRate> => Probes($"{seed + 1}/s"),
        Axis<Prefill> => Before($"{seed + 1}k"),
        Axis<SeriesCount> => Series(seed % 2 == 0 ? $"{seed + 1}" : $"{seed + 1}:hotspot"),
        Axis<AddedValues> => Added($"{seed + 1}@{seed + 2}s"),
        Axis<Churn> => Replaced($"{seed + 1}%/min"),
        Axis<OperationMix> => Mix($"read={seed + 1},update=1"),
        _ => throw new InvalidOperationException($"{axis.Name}: say here what its values are."),
    };

    /// <summary>A point somewhere on every axis, with the optional ones or without.</summary>
    public static Point Point(IReadOnlyList<int> seeds, bool withOptional) => DbIngest.Core.Plan.Point.Of(SweepAxes.All
        .Where(axis => withOptional || !axis.IsOptional)
        .Aggregate(AxisValues.None, (place, axis) => place.With(axis, Of(axis, seeds[axis.Index() % seeds.Count]))));

    /// <summary>The same point elsewhere on one axis: at another seed, or without it.</summary>
    public static Point Elsewhere(Point point, Axis axis) =>
        DbIngest.Core.Plan.Point.Of(point.Axes.With(axis, Of(axis, 15)));

    private static int Index(this Axis axis) => SweepAxes.All.ToList().IndexOf(axis);

    private static SourceLayout Layout(string text) => SourceLayout.TryParse(text, out var layout) ? layout
        : throw new InvalidOperationException(text);

    private static OperationMix Mix(string text) => OperationMix.TryParse(text, out var mix) ? mix
        : throw new InvalidOperationException(text);

    private static PlannedFault Fault(string text) => PlannedFault.TryParse(text, out var fault) ? fault
        : throw new InvalidOperationException(text);

    private static AddedValues Added(string text) => AddedValues.TryParse(text, out var added) ? added
        : throw new InvalidOperationException(text);

    private static SeriesCount Series(string text) => SeriesCount.TryParse(text, out var series) ? series
        : throw new InvalidOperationException(text);

    private static Churn Replaced(string text) => Churn.TryParse(text, out var churn) ? churn
        : throw new InvalidOperationException(text);

    private static Disorder Late(string text) => Disorder.TryParse(text, out var disorder) ? disorder
        : throw new InvalidOperationException(text);

    private static Backfill Old(string text) => Backfill.TryParse(text, out var backfill) ? backfill
        : throw new InvalidOperationException(text);

    private static Duplicates Twice(string text) => Duplicates.TryParse(text, out var duplicates) ? duplicates
        : throw new InvalidOperationException(text);

    private static ProbeRate Probes(string text) => ProbeRate.TryParse(text, out var probes) ? probes
        : throw new InvalidOperationException(text);

    private static Prefill Before(string text) => Prefill.TryParse(text, out var prefill) ? prefill
        : throw new InvalidOperationException(text);

    private static ArrivalRate Rate(string text) => ArrivalRate.TryParse(text, out var rate) ? rate
        : throw new InvalidOperationException(text);
}
