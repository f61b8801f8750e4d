using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Decides which stored arguments stay beside those of the present command. <c>run --again</c> and <c>advise --resume</c> call
/// it. An option replaces the stored one of its name. One that is given per database replaces that of its database alone,
/// because the run would start a private server for a database that lost its endpoint.
/// </summary>
internal static class StoredOptions
{
    /// <summary>Options that are given per database, as <c>--endpoint postgres=db1</c>.</summary>
    private static readonly string[] PerDatabase = ["--endpoint", "--container", "--password-file"];

    /// <summary>Lists the stored arguments that the present command does not replace.</summary>
    /// <param name="stored">Normalized arguments of the stored command.</param>
    /// <param name="given">Normalized arguments of the present command.</param>
    /// <param name="databases">The databases that an option may name.</param>
    public static IEnumerable<string> Kept(IEnumerable<string> stored, IReadOnlyList<string> given,
        IReadOnlyList<TargetDefinition> databases)
    {
        var names = given.Select(NameOf).ToHashSet(StringComparer.Ordinal);
        string[]? asked = given.LastOrDefault(argument => NameOf(argument) == "--db") is { } list
            ? list["--db".Length..].Split(['=', ',', '+'], StringSplitOptions.TrimEntries) : null;
        return stored.Where(argument =>
        {
            string option = NameOf(argument);
            if (!PerDatabase.Contains(option, StringComparer.Ordinal))
            {
                return !names.Contains(option);
            }

            // One without the name of a database is for all of the command's: it replaces all, and any replaces it. Beside
            // --container for all, one for a database stands as on one command line: it names the image of that one.
            string? database = DatabaseOf(argument, databases);
            bool isForOthersToo = argument == $"--container={ArgumentNormalizer.LeftOut}";
            return !given.Where(other => NameOf(other) == option).Select(other => DatabaseOf(other, databases))
                    .Any(other => other is null || (database is null && !isForOthersToo) || other == database)
                && (asked is null || database is null || asked.Contains(database, StringComparer.OrdinalIgnoreCase));
        });
    }

    private static string? DatabaseOf(string argument, IReadOnlyList<TargetDefinition> databases)
    {
        string[] parts = argument.Split('=');
        return parts.Length < 3 ? null : databases.Select(known => known.Name)
            .FirstOrDefault(name => name.Equals(parts[1].Trim(), StringComparison.OrdinalIgnoreCase));
    }

    private static string NameOf(string argument) => argument.Split('=')[0];
}
