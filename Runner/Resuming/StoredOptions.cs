using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Decides which stored arguments stay beside those of the present command. <c>run --resume</c>, <c>run --again</c>,
/// <c>verify DIR</c> and <c>advise --resume</c> call it. An option replaces the stored option of the same name. An option per
/// database, such as <c>--endpoint</c>, replaces only that of its database: a database that lost its endpoint would be measured
/// on a private server. As <c>--blocks</c> states the deployments too, it also replaces <c>--isolate</c>, which has no value to
/// take it back by. A new option of <c>run</c> that belongs to one start must stand in <see cref="OfOneStart"/>.
/// </summary>
internal static class StoredOptions
{
    private const string Keep = "--keep";

    /// <summary>Options that are given per database, as <c>--endpoint DB=WHERE</c>.</summary>
    private static readonly string[] PerDatabase = ["--endpoint", "--container", "--password-file"];

    /// <summary>
    /// Options of <c>run</c> that belong to one start of the program: they say how a run shows itself, or what its user allows
    /// now. No later run takes them from a stored command.
    /// </summary>
    public static IReadOnlyList<string> OfOneStart { get; } =
        ["--quiet", "-q", "--verbose", "-v", "--json", "--allow-busy", "--force", "--dashboard", "--otlp"];

    /// <summary>Lists the stored arguments that the present command does not replace.</summary>
    /// <param name="stored">Normalized arguments of the stored command.</param>
    /// <param name="given">Normalized arguments of the present command.</param>
    /// <param name="databases">The databases that an option may name.</param>
    public static IEnumerable<string> Kept(IEnumerable<string> stored, IReadOnlyList<string> given,
        IReadOnlyList<TargetDefinition> databases)
    {
        var names = given.Select(NameOf).ToHashSet(StringComparer.Ordinal);
        if (names.Contains("--blocks"))
        {
            names.Add("--isolate");
        }

        string[]? asked = given.LastOrDefault(argument => NameOf(argument) == "--db") is { } list
            ? list["--db".Length..].Split(['=', ',', '+'], StringSplitOptions.TrimEntries) : null;
        string[] all = [.. stored];

        // The user cannot take back a stored --keep, which contradicts these.
        bool hasNoLastTrial = all.Concat(given).Any(argument => NameOf(argument) is "--precision" or "--find");
        return all.Where(argument =>
        {
            string option = NameOf(argument);
            if (!PerDatabase.Contains(option, StringComparer.Ordinal))
            {
                return !names.Contains(option) && !(hasNoLastTrial && argument == Keep);
            }

            // An option without a database's name applies to all databases: it replaces all others, and any other replaces it.
            // A stored --container without an image stays beside one for a database, which names the image of that database.
            string? database = DatabaseOf(argument, databases);
            bool isForOthersToo = argument == $"--container={ArgumentNormalizer.LeftOut}";
            return !given.Where(other => NameOf(other) == option).Select(other => DatabaseOf(other, databases))
                    .Any(other => other is null || (database is null && !isForOthersToo) || other == database)
                && (asked is null || database is null || asked.Contains(database, StringComparer.OrdinalIgnoreCase));
        });
    }

    /// <summary>
    /// Says that a stored <c>--keep</c> no longer holds, since its user cannot take it back. Null if it holds or was not given.
    /// </summary>
    /// <param name="stored">Normalized arguments of the stored run.</param>
    /// <param name="keeps">True if the merged options have <c>--keep</c>.</param>
    public static string? EndOfKeep(IEnumerable<string> stored, bool keeps) =>
        keeps || !stored.Contains(Keep, StringComparer.Ordinal) ? null
            : "--keep of the stored run does not hold: with --precision or --find no trial is known to be the last.";

    private static string? DatabaseOf(string argument, IReadOnlyList<TargetDefinition> databases)
    {
        string[] parts = argument.Split('=');
        return parts.Length < 3 ? null : databases.Select(known => known.Name)
            .FirstOrDefault(name => name.Equals(parts[1].Trim(), StringComparison.OrdinalIgnoreCase));
    }

    private static string NameOf(string argument) => argument.Split('=')[0];
}
