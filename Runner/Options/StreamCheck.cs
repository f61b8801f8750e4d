using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks what a request wants the streams of its sources to be like (<c>--duplicates</c>): with what they go together.
/// <see cref="SweepRequestCheck"/> calls it. It reports every problem to the reader, opens nothing and never throws.
/// </summary>
internal sealed class StreamCheck(OptionReader reader)
{
    private const string Option = "--duplicates";

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        if (request.Duplicates.Count == 0)
        {
            return;
        }

        if (request.Mixes.Count > 0)
        {
            reader.Refuse(Option, "batches are sent twice, and a mix sends operations on single records; leave --mix out");
        }

        if (request.On(SweepAxes.Via).Count > 0)
        {
            reader.Refuse(Option, "the table of --via has a unique key, and the direct way refuses a record that is there; leave "
                + "one of them out");
        }

        if (request.On(SweepAxes.Freshness).Count > 0)
        {
            reader.Refuse(Option, "the table of --freshness has a unique key, which refuses a record that is there; leave one of "
                + "them out");
        }

        if (request.Faults.Count > 0)
        {
            reader.Refuse(Option, "after a fault it is in doubt which second sendings are stored; leave --fault out");
        }

        if (request.Databases.Select(database => database.Definition).FirstOrDefault(d => d.Parts.Count > 1) is { } composed)
        {
            reader.Refuse(Option, $"{composed.Name} writes a row of control data for each batch, and the second one would "
                + "contradict the first; measure its databases alone");
        }
    }
}
