using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks <c>--series</c> (series of each source, as of many devices) and <c>--churn</c> (series that new ones replace):
/// whether each client stores series as its database identifies them, and whether other options contradict the two.
/// <see cref="SweepRequestCheck"/> calls it. It reports every problem to the reader, opens nothing and never throws.
/// </summary>
internal sealed class SeriesCheck(OptionReader reader)
{
    private const string Option = "--series";

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        SeriesCount[] several = [.. request.On(SweepAxes.Series).Where(series => !series.IsNone)];
        if (several.Length == 0)
        {
            reader.RefuseIf(request.On(SweepAxes.Churn).Count > 0 && !reader.HasRefused(Option), "--churn",
                "a source is one series, and nothing replaces it; give --series too");

            return;
        }

        reader.RefuseIf(several.Length < request.On(SweepAxes.Series).Count
            && request.On(SweepAxes.Churn).Any(churn => !churn.IsNone),
            "--churn", "where --series is none a source is one series, and nothing replaces it; leave none out");

        reader.RefuseIf(request.On(SweepAxes.Index).Count > 0, Option,
            "its table has the index by which series are found, and no other; leave --index or --series out");
        reader.RefuseIf(request.Mixes.Count > 0, Option,
            "a mix reads and updates single records by their key, whatever their series; leave --mix or --series out");
        reader.RefuseIf(request.On(SweepAxes.Via).Count > 0, Option,
            "the service's table has no series; leave --via or --series out");
        reader.RefuseIf(request.On(SweepAxes.Freshness).Any(probes => !probes.IsNone), Option,
            "a probe finds a record by source and sequence, whatever its series; leave --freshness or --series out");
        reader.RefuseIf(request.Values?.Contains(RecordSchema.MaxValues) == true, Option, FormattableString.Invariant(
            $"the series takes the place of one value; give at most {RecordSchema.MaxValues - 1} --values"));
        int most = several.Max(series => series.Count);
        long least = request.Records.Min();
        reader.RefuseIf(most > least, Option, FormattableString.Invariant(
            $"{most:#,0} series of a source are more than its {least:#,0} records; give fewer, or more --records"));
        foreach (var database in request.Databases)
        {
            string[] lacking = [.. database.Clients.Where(name => database.Definition.Client(name).SeriesAre is null)];
            if (lacking.Length > 0)
            {
                string able = string.Join(", ", TargetCatalog.All.Where(definition =>
                    definition.Clients.Any(client => client.SeriesAre is not null)).Select(definition => definition.Name));
                reader.Refuse(Option, $"{database.Definition.Name} by --client {lacking[0]} stores no series here, as {able} do; "
                    + "leave it out");
            }
        }
    }
}
