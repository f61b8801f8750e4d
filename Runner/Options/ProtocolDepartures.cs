using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Lists how a sweep departs from the protocol of a study, or from a workload file of YCSB.
/// <see cref="SweepRequestReader"/> calls it once, after all checks, and manifests store the texts. It walks through all axes:
/// an axis that a protocol does not mention is a departure, so that a new axis is named without a change here. Options that are
/// no axes, such as <c>--trials</c> or <c>--find</c>, have a comparison each in <see cref="Of"/>: a new one needs a change here.
/// It reads valid values only and never throws.
/// </summary>
internal static class ProtocolDepartures
{
    /// <summary>Axes that change nothing of what a trial does: names for equal copies.</summary>
    private static readonly Axis[] WithoutEffect = [SweepAxes.Side];

    /// <summary>Lists the departures.</summary>
    /// <param name="request">The checked request.</param>
    /// <param name="protocol">The protocol that the request was read with.</param>
    /// <returns>One text each. Those that the protocol has itself come first.</returns>
    public static IReadOnlyList<string> Of(SweepRequest request, StudyProtocol protocol)
    {
        var reader = new OptionReader();
        var found = new List<string>(protocol.Departures);
        if (request.Databases.Any(database => database.Definition.Parts.Count > 1))
        {
            found.AddRange(protocol.HybridDepartures);
        }

        void Compare<T>(string option, IReadOnlyList<T> asked, IReadOnlyList<T> published, string text)
        {
            if (!asked.SequenceEqual(published))
            {
                found.Add(Instead(option, asked, text));
            }
        }

        bool hasOwnValues = request.Input is not null && request.Values is null;
        if (hasOwnValues && TextOf(protocol, SweepAxes.Values) is { } values)
        {
            found.Add($"records with the values of the input instead of {values} values");
        }

        foreach (var axis in AxisArguments.All.Except(hasOwnValues ? [SweepAxes.Values] : [])
            .OrderBy(axis => protocol.TextOf(axis) is null))
        {
            if (On(axis, request, protocol) is { } departure)
            {
                found.Add(departure);
            }
        }

        if (request.Blocks > 1)
        {
            Compare("--blocks", [request.Blocks.Value], [1], "1");
        }

        Compare("--trials", [request.Trials],
            [.. reader.Numbers("--trials", protocol.Trials, 1, NonAxisLimits.Trials).Select(n => (int)n)],
            protocol.Trials);
        if (request.Search is { } search)
        {
            found.Add($"--find {search.Limit}, which {Owner(request)} does not have");
        }

        if (request.Precision is not null)
        {
            found.Add(FormattableString.Invariant(
                $"--precision goes on for up to {request.MaxTrials} trials instead of {protocol.Trials}"));
        }

        Compare("--warmup", [request.WarmUp],
            [.. reader.Numbers("--warmup", protocol.WarmUp, 0, NonAxisLimits.Trials).Select(n => (int)n)],
            protocol.WarmUp);
        Compare("--rehearsal", [request.RehearsalS],
            [reader.Decimal("--rehearsal", Defaults.Rehearsal, 0, NonAxisLimits.RehearsalSeconds)], Defaults.Rehearsal);
        return found;
    }

    /// <summary>Returns the departure on an axis. Null if there is none, as on an axis with values per database.</summary>
    private static string? On(Axis axis, SweepRequest request, StudyProtocol protocol)
    {
        var asked = request.Axes.GetValueOrDefault(axis) ?? [];
        if (TextOf(protocol, axis) is { } text)
        {
            var published = new AxisReader(new OptionReader()).Read(axis, text);
            bool isWithin = protocol.Choices.ContainsKey(axis) ? !asked.Except(published).Any() : asked.SequenceEqual(published);
            return isWithin ? null : Instead("--" + axis.Option, asked, text);
        }

        bool isOpen = protocol.LeavesOpen.Contains(axis) || WithoutEffect.Contains(axis);
        return !isOpen && asked.Any(value => axis.Changes(AxisValues.None.With(axis, value)))
            ? $"--{axis.Option} {string.Join(axis.Separator, asked)}, which {Owner(request)} does not have" : null;
    }

    /// <summary>
    /// The option text with the values of the protocol on an axis: those that it fixes or offers, or else the default, which it
    /// takes over on an axis that no point may lack. Null if it has none.
    /// </summary>
    private static string? TextOf(StudyProtocol protocol, Axis axis) =>
        protocol.TextOf(axis) ?? protocol.Choices.GetValueOrDefault(axis)
            ?? (axis.IsOptional || axis.IsPerDatabase || protocol.LeavesOpen.Contains(axis) ? null : axis.Default);

    private static string Owner(SweepRequest request) => request.Study is null ? "the file" : "the study";

    private static string Instead<T>(string option, IReadOnlyList<T> asked, string text) =>
        $"{option} is {string.Join(',', asked)} instead of {text}";
}
