using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks whether endpoint options take away what a request needs: the unique key that <c>--via</c> needs, the answers to
/// <c>--queries</c>, the index by which <c>--series</c> are found, a table that gets values by <c>--add-values</c>, and the
/// operations on single records for <c>--freshness</c> and <c>--mix</c>. <see cref="SweepRequestCheck"/> calls it. It reports
/// every problem to the reader, opens nothing and never throws.
/// </summary>
internal sealed class EndpointLimitCheck(OptionReader reader)
{
    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        var mixes = request.Mixes.Aggregate(RecordOperations.None, (all, mix) => all | mix.Operations);
        var probes = request.On(SweepAxes.Freshness).Count > 0 ? RecordOperations.Read : RecordOperations.None;
        bool isAsked = request.On(SweepAxes.Queries).Count > 0;
        bool hasSeries = request.On(SweepAxes.Series).Any(series => !series.IsNone);
        bool getsValues = request.On(SweepAxes.AddedValues).Any(added => !added.IsNone);
        bool needsKey = request.On(SweepAxes.Via).Count > 0;
        var ofRecords = request.Databases.Select(d => d.Definition.Parts[^1].Name).ToHashSet(StringComparer.Ordinal);
        foreach (var database in request.Databases.SelectMany(d => d.Definition.Parts).DistinctBy(part => part.Name))
        {
            // The control data of a hybrid gets no values and is asked no question, so that no option there takes either away.
            bool hasRecords = ofRecords.Contains(database.Name);
            foreach (var limit in LimitsOf(request.Access, database))
            {
                Refuse(database, limit, needsKey ? "--via" : null, "a table that a service can serve");
                Refuse(database, limit, isAsked && hasRecords && limit.LacksQuestions ? "--queries" : null,
                    "answers to questions about time ranges");
                Refuse(database, limit, hasSeries && limit.LacksSeries ? "--series" : null,
                    "a table in which records are found by their series");
                Refuse(database, limit, getsValues && hasRecords && limit.LacksAddedValues ? "--add-values" : null,
                    "a table to which values can be added");
                Refuse(database, limit, Option("--freshness", limit.Lacking & probes), Words(limit.Lacking & probes));
                Refuse(database, limit, Option("--mix", limit.Lacking & mixes), Words(limit.Lacking & mixes));
            }
        }
    }

    /// <summary>Lists the options that take something away. Empty for an invalid endpoint, which others report.</summary>
    /// <param name="access">The endpoints.</param>
    /// <param name="database">The database, no composition.</param>
    public static IReadOnlyList<EndpointLimit> LimitsOf(DatabaseAccess access, TargetDefinition database)
    {
        try
        {
            return [.. access.LimitsOf(database)];
        }
        catch (ArgumentException)
        {
            return [];
        }
    }

    private void Refuse(TargetDefinition database, EndpointLimit limit, string? option, string need)
    {
        reader.RefuseIf(option is not null, "--endpoint",
            $"{limit.Option} of {database.Name} {limit.Reason}; {option} needs {need}: leave {limit.Option} out, or measure "
                + $"it in a separate sweep without {option}");
    }

    private static string? Option(string option, RecordOperations lacking) => lacking == RecordOperations.None ? null : option;

    private static string Words(RecordOperations lacking) =>
        $"operations on single records ({RecordOperationWords.List(lacking)})";
}
