using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks <c>--restart server</c>: a run can restart only servers that it started itself from their programs, not containers.
/// <see cref="SweepRequestCheck"/> calls it. It reports every problem to the reader, opens nothing and never throws.
/// </summary>
internal sealed class RestartCheck(OptionReader reader)
{
    /// <summary>True if a run starts the server of a database itself, or at least one server of a composition.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="access">Endpoints and containers.</param>
    public static bool CanRestart(TargetDefinition definition, DatabaseAccess access) =>
        definition.Parts.Any(part => Starts(part, access));

    /// <summary>
    /// Drops the restart from a study's protocol if the run cannot restart each of the databases, or if the stored sweep has none
    /// because an earlier version wrote it. Names each part of a composition that runs on meanwhile.
    /// <see cref="SweepRequestReader"/> calls it before it applies the protocol.
    /// </summary>
    /// <param name="protocol">The protocol. Null without a study.</param>
    /// <param name="databases">The databases of the sweep.</param>
    /// <param name="access">Endpoints and containers.</param>
    /// <param name="stored">The stored sweep whose options are read. Null for a new sweep.</param>
    /// <returns>The protocol that applies. Null without a study.</returns>
    public static StudyProtocol? Fit(
        StudyProtocol? protocol, IReadOnlyList<DatabaseChoice> databases, DatabaseAccess access, SweepConfiguration? stored) =>
        databases.All(database => CanRestart(database.Definition, access))
            && stored?.Points.Any(point => SweepAxes.Restart.TryGet(point.Axes, out _)) != false
            ? protocol?.WithoutRestartOf([.. databases.SelectMany(database => RunningOn(database.Definition, access))])
            : protocol?.WithoutRestart();

    private static bool Starts(TargetDefinition part, DatabaseAccess access) =>
        part.StartsServer && !access.HasEndpoint(part) && !access.Containers.ContainsKey(part.Name);

    /// <summary>The parts whose server the run does not start. A file has none, and each trial opens it anew.</summary>
    private static IEnumerable<string> RunningOn(TargetDefinition definition, DatabaseAccess access) =>
        definition.Parts.Where(part => !part.IsFile && !Starts(part, access)).Select(part => $"{part.Name} of {definition.Name}");

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
