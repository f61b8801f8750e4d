using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// What the endpoints of a sweep's databases say of the load (a profile of a study), for the options that the user left out.
/// </summary>
/// <param name="reader">Is told what is refused.</param>
/// <param name="databases">The databases; a composed one has the load of the part that says something.</param>
/// <param name="access">Their endpoints.</param>
internal sealed class EndpointLoad(OptionReader reader, IEnumerable<TargetDefinition> databases, DatabaseAccess access)
{
    private static readonly IReadOnlyDictionary<string, string> Nothing = new Dictionary<string, string>(StringComparer.Ordinal);

    private readonly List<(string Database, IReadOnlyDictionary<string, string> Load)> _loads =
        [.. databases.Select(database => (database.Name, Of(database, access)))];

    /// <summary>
    /// What they say of an axis; null where none says anything. All databases have the same load, so that they must say the same.
    /// </summary>
    /// <param name="axis">The axis.</param>
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
            // The endpoint is wrong, and refused where its options are read.
            return Nothing;
        }
    }
}
