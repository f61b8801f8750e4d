using DbIngest.Abstractions.Operations;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks <c>--freshness</c>, which measures how soon a read sees an acknowledged record: whether the clients of a request read
/// single records by a key, and whether other options contradict it. <see cref="SweepRequestCheck"/> calls it. It reports every
/// problem to the reader, opens nothing and never throws.
/// </summary>
internal sealed class FreshnessCheck(OptionReader reader)
{
    private const string Option = "--freshness";

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        if (request.On(SweepAxes.Freshness).Count == 0)
        {
            return;
        }

        reader.RefuseIf(request.Mixes.Count > 0, Option,
            "a mix reads itself, and its report tells how many reads missed an acknowledged record; leave one of them out");
        reader.RefuseIf(request.On(SweepAxes.Index).Contains("none"), Option,
            "without an index each read would scan a table that grows; leave --index none out");

        foreach (var database in request.Databases)
        {
            foreach (string refusal in database.Clients.Select(client => LackingOperations.Of(database.Definition, client,
                RecordOperations.Read, _ => "measure it in a separate sweep")).OfType<string>())
            {
                reader.Refuse(Option, refusal);
            }
        }
    }
}
