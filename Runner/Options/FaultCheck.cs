using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks the faults of a request (<c>--fault</c>): a run causes faults only in servers that it starts itself on this machine.
/// <see cref="SweepRequestCheck"/> calls it. It reports every problem to the reader, opens nothing and never throws.
/// <c>FaultNeeds</c> checks later what this machine allows.
/// </summary>
internal sealed class FaultCheck(OptionReader reader)
{
    private const string Option = "--fault";

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        if (request.Faults.Count == 0)
        {
            return;
        }

        foreach (var definition in request.Databases.Select(database => database.Definition))
        {
            if (definition.Parts.Any(part => request.Access.Containers.ContainsKey(part.Name)))
            {
                reader.Refuse(Option,
                    $"a container of {definition.Name} has no faults; leave --container out, so that the run starts the server "
                    + $"from its programs");
            }
            else if (request.Access.HasEndpoint(definition))
            {
                reader.Refuse(Option,
                    $"{definition.Name} is where --endpoint or --cluster says, and a run stops only a server that it started; "
                    + $"leave one of them out");
            }
            else if (definition.Parts.Count > 1)
            {
                reader.Refuse(Option,
                    $"{definition.Name} has several servers, and a fault is one of a single server; measure its databases alone");
            }
            else if (!definition.StartsServer)
            {
                reader.Refuse(Option,
                    $"{definition.Name} starts no server that could have one; leave the option out, or measure "
                    + $"{definition.Name} in another sweep");
            }
            else if (request.Has(FaultKind.Partition) && !definition.StartsServerInNetwork)
            {
                reader.Refuse(Option,
                    $"the server that a run starts of {definition.Name} listens on loopback alone, where no partition can be; "
                    + $"leave partition out, or measure {definition.Name} in another sweep");
            }
        }

        CheckNodes(request);

        reader.RefuseIf(request.Mixes.Count > 0, Option,
            "the audit of a mix counts no lost updates, as a fault may cause; leave --mix out");
        reader.RefuseIf(request.On(SweepAxes.Via).Count > 0, Option,
            "a fault is one of the database's server, and --via starts a service before it; leave one of them out");
        reader.RefuseIf(request.Search is not null, Option,
            "a search tries rates that the server holds without a fault; leave --find out, and give --rate");

        CheckTimes(request);
    }

    /// <summary>Refuses <c>node-kill</c> without a cluster of at least two nodes, and other faults with one.</summary>
    private void CheckNodes(SweepRequest request)
    {
        bool hasNodeKill = request.Has(FaultKind.NodeKill);
        reader.RefuseIf(hasNodeKill && (request.Nodes.Count == 0 || request.Nodes.Any(nodes => nodes < 2)), Option,
            "node-kill kills one node of a cluster that the run starts; give --nodes 3");
        reader.RefuseIf(request.Faults.Any(fault => fault.Kind != FaultKind.NodeKill) && request.Nodes.Any(nodes => nodes > 1),
            Option, "a cluster of several nodes has node-kill alone; leave --nodes out, or the other faults");
    }

    private void CheckTimes(SweepRequest request)
    {
        if (request.On(SweepAxes.Duration) is { Count: > 0 } durations
            && request.Faults.FirstOrDefault(fault => fault.AtS >= durations.Min()) is { } late)
        {
            reader.Refuse(Option, FormattableString.Invariant(
                $"{late} is due when a trial of {durations.Min():0.###} s is over; give an earlier time, or a longer --duration"));
        }
    }
}
