using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks <c>--add-values</c>, which adds values to the table during each trial: whether the databases of a request can do so,
/// and whether other options contradict it. <see cref="SweepRequestCheck"/> calls it. It reports every problem to the reader,
/// opens nothing and never throws.
/// </summary>
internal sealed class AddedValuesCheck(OptionReader reader)
{
    private const string Option = "--add-values";

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        AddedValues[] added = [.. request.On(SweepAxes.AddedValues).Where(values => !values.IsNone)];
        if (added.Length == 0)
        {
            return;
        }

        RefuseWith(request.Mixes.Count > 0, "--mix", "a mix reads and updates whole records, whatever their values");
        RefuseWith(request.On(SweepAxes.Via).Count > 0, "--via", "the service's table keeps the values that it has");
        RefuseWith(request.On(SweepAxes.Series).Any(series => !series.IsNone), "--series",
            "the series is the last value of a record, and no value follows it");
        RefuseWith(request.Search is not null, "--find", "a search changes the rate from trial to trial, and the values change it too");
        int most = RecordSchema.MaxValues - added.Max(values => values.Count);
        reader.RefuseIf(request.Values?.Any(values => values > most) == true, Option, FormattableString.Invariant(
            $"a record has at most {RecordSchema.MaxValues} values in all; give at most {most} --values, or add fewer"));
        double? end = request.On(SweepAxes.Duration) is { Count: > 0 } durations ? durations.Min() : null;
        reader.RefuseIf(added.Any(values => values.AtS >= end), Option, FormattableString.Invariant(
            $"--duration {end:0.###} ends before the values are due; add them earlier, or give a longer duration"));
        string others = string.Join(", ", TargetCatalog.All.Where(definition => definition.AddsValues)
            .Select(definition => definition.Name));
        foreach (var definition in request.Databases.Select(database => database.Definition)
            .Where(definition => !definition.AddsValues))
        {
            var (why, remedy) = definition.Parts is [_, var records]
                ? ($" ({records.Name}, which has the records, adds none)", "put the records into one of those, or ")
                : (string.Empty, string.Empty);
            reader.Refuse(Option, $"{definition.Name} adds no values to a table while it is written here, as {others} do{why}; "
                + $"{remedy}measure it in a separate sweep");
        }
    }

    private void RefuseWith(bool isThere, string other, string why) =>
        reader.RefuseIf(isThere, Option, $"{why}; leave {other} or --add-values out");
}
