using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Finds the option texts, such as that of <c>--batch</c>, that a study's profile in an endpoint prescribes for axes that the
/// user left out. <see cref="SweepRequestReader"/> asks it after the command line and the study's protocol, and before the
/// default. It refuses databases that prescribe different texts, because all databases of a sweep get the same load.
/// </summary>
/// <param name="reader">Receives problems.</param>
/// <param name="databases">The databases. A composition takes the load of its first part that prescribes one.</param>
/// <param name="access">The endpoints of the databases.</param>
internal sealed class EndpointLoad(OptionReader reader, IEnumerable<TargetDefinition> databases, DatabaseAccess access)
{
    private static readonly IReadOnlyDictionary<string, string> Nothing = new Dictionary<string, string>(StringComparer.Ordinal);

    private readonly List<(string Database, IReadOnlyDictionary<string, string> Load)> _loads =
        [.. databases.Select(database => (database.Name, Of(database, access)))];

    /// <summary>Returns the text that the endpoints prescribe for an axis. Null if they prescribe none or were refused.</summary>
    public string? TextOf(Axis axis)
    {
        var said = _loads.Select(database => (database.Database, Text: database.Load.GetValueOrDefault(axis.Option))).ToList();
        if (said.Select(database => database.Text).Distinct(StringComparer.Ordinal).Count() > 1)
        {
            reader.Refuse("--" + axis.Option,
                $"the endpoint's profile says "
                + $"{string.Join(", ", said.Select(d => $"{d.Text ?? "nothing"} for {d.Database}"))}, and all databases of a "
                + $"sweep have the same; give the option");
            return null;
        }

        return said.FirstOrDefault().Text;
    }

    private static IReadOnlyDictionary<string, string> Of(TargetDefinition database, DatabaseAccess access)
    {
        try
        {
            return database.Parts.Select(access.LoadOf).FirstOrDefault(load => load.Count > 0) ?? Nothing;
        }
        catch (ArgumentException)
        {
            // SweepRequestReader reports invalid endpoint options.
            return Nothing;
        }
    }
}
