using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks <c>--restart server</c>: a run starts only servers again that it started itself, from their programs.
/// <see cref="SweepRequestCheck"/> calls it. It reports every problem to the reader, opens nothing and never throws.
/// </summary>
internal sealed class RestartCheck(OptionReader reader)
{
    /// <summary>True if a run starts a server of the database, or of one of the two of a hybrid.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="access">Endpoints and containers.</param>
    public static bool CanRestart(TargetDefinition definition, DatabaseAccess access) => definition.Parts.Any(part =>
        part.StartsServer && !access.HasEndpoint(part) && !access.Containers.ContainsKey(part.Name));

    /// <summary>
    /// A study's protocol as it is for these databases: without a restart where the run cannot start every server again, and for
    /// a stored sweep of a version whose studies let servers run on.
    /// </summary>
    public static StudyProtocol? Fit(
        StudyProtocol? protocol, IReadOnlyList<DatabaseChoice> databases, DatabaseAccess access, SweepConfiguration? stored) =>
        databases.All(database => CanRestart(database.Definition, access))
            && stored?.Points.Any(point => SweepAxes.Restart.TryGet(point.Axes, out _)) != false
            ? protocol
            : protocol?.WithoutRestart();

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        if (!request.On(SweepAxes.Restart).Contains(ServerAxes.RestartServer))
        {
            return;
        }

        foreach (var definition in request.Databases.Select(database => database.Definition)
            .Where(definition => !CanRestart(definition, request.Access)))
        {
            reader.Refuse("--restart", $"this run starts no server of {definition.Name} from its programs, and starts no other "
                + "again; leave the option out, or measure it in another sweep");
        }
    }
}
