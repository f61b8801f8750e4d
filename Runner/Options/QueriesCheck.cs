using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks <c>--queries</c>, which asks questions about time ranges beside the load: whether the databases of a request answer
/// them, and whether the right answers are known beforehand, which the check of each answer needs.
/// <see cref="SweepRequestCheck"/> calls it. It reports every problem to the reader, opens nothing and never throws.
/// </summary>
internal sealed class QueriesCheck(OptionReader reader)
{
    private const string Option = "--queries";

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        if (request.On(SweepAxes.Queries).Count == 0)
        {
            return;
        }

        RefuseWith(request.Mixes.Count > 0, "--mix", "a mix changes records, so that no answer is known beforehand");
        RefuseWith(request.On(SweepAxes.Via).Count > 0, "--via",
            "the service has no request for a maximum, mean or count of a time range");
        RefuseWith(request.Disorders.Count > 0, "--disorder", "records that come late change answers that were given");
        RefuseWith(request.Backfills.Count > 0, "--backfill", "an old period that arrives changes answers that were given");
        RefuseWith(request.Duplicates.Count > 0, "--duplicates", "whether a record counts twice depends on the moment");
        string others = string.Join(", ", TargetCatalog.All.Where(definition => definition.AnswersTimeQueries)
            .Select(definition => definition.Name));
        foreach (var database in request.Databases.Where(database => !database.Definition.AnswersTimeQueries))
        {
            string why = database.Definition.NoTimeQueriesReason is { } reason ? $" ({reason})" : string.Empty;
            reader.Refuse(Option, $"{database.Definition.Name} answers no questions about time ranges here, as {others} do{why}; "
                + "measure it in a separate sweep");
        }
    }

    private void RefuseWith(bool isThere, string other, string why) =>
        reader.RefuseIf(isThere, Option, $"{why}; leave {other} or --queries out");
}
