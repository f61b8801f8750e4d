using DbIngest.Abstractions.Operations;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks <c>--client-threads</c>, by which one thread serves several lanes of a mix: whether each client can send an operation
/// and read its answer later, and whether other options contradict it. <see cref="SweepRequestCheck"/> calls it. It reports
/// every problem to the reader, opens nothing and never throws.
/// </summary>
internal sealed class ClientThreadsCheck(OptionReader reader)
{
    private const string Option = "--client-threads";

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        if (request.On(SweepAxes.ClientThreads).Count == 0)
        {
            return;
        }

        reader.RefuseIf(request.Mixes.Count == 0 && !reader.HasRefused("--mix"), Option,
            "only the operations of a mix are served so; give --mix too, or leave it out");
        reader.RefuseIf(request.On(SweepAxes.Rate).Count > 0 || request.Search is not null, Option,
            "a thread that serves several lanes waits for answers, and would be late for arrivals; leave --rate and --find out, "
                + "or leave it out");
        reader.RefuseIf(request.On(SweepAxes.ServiceHttp).Contains(ServiceHttp.Version2), Option,
            "a connection of HTTP/2 becomes readable without an answer, for which the thread would wait; leave it or "
                + "--http 2 out");
        reader.RefuseIf(request.On(SweepAxes.Fault).Count > 0, Option,
            "while a thread repeats one operation it serves no other, so that the outage of --fault would look longer; leave one "
                + "of them out");
        if (request.Mixes.FirstOrDefault(mix => mix.Finds || mix.Increments) is { } several)
        {
            reader.Refuse(Option, $"find, rmw and rmw-plain of {several.Words} have no answer that a thread could read apart from "
                + "their request; leave them out of --mix, or leave it out");
        }

        var ways = request.On(SweepAxes.Via);
        if (ways.Count > 0 && !ways.Contains(SweepAxes.ViaNone))
        {
            return;
        }

        foreach (var database in request.Databases)
        {
            foreach (string client in database.Clients.Where(name => Lacks(database, name, request.Mixes)))
            {
                string able = string.Join(", ", TargetCatalog.All.SelectMany(definition => definition.Clients
                    .Where(other => other.SplitOperations != RecordOperations.None)
                    .Select(other => $"{definition.Name} by --client {other.Name}")));
                reader.Refuse(Option, $"the client {client} of {database.Definition.Name} cannot send one of the operations of --mix "
                    + $"and read its answer later; reads, updates and deletions of {able} can, and all through --via service");
            }
        }
    }

    private static bool Lacks(DatabaseChoice database, string client, IEnumerable<OperationMix> mixes)
    {
        var able = database.Definition.Client(client);
        return mixes.Any(mix => (mix.Operations & ~able.SplitOperations) != RecordOperations.None
            || (mix.Inserts && !able.SplitsBatches));
    }
}
