using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Volt.Server;

/// <summary>
/// A VoltDB distribution from which a private server can start. <see cref="VoltDefinition"/> looks for one when no server is
/// named and none answers. It only looks at files.
/// </summary>
/// <param name="Java">Path of the Java program.</param>
/// <param name="Archive">The vendor's jar.</param>
/// <param name="ClassPath">The class path with all jars.</param>
/// <param name="NamedBy">The environment variable that names the folder. Null if none does.</param>
internal sealed record VoltHome(string Java, string Archive, string ClassPath, ServerHome? NamedBy)
{
    /// <summary>
    /// Finds a distribution: in the folder that the user names, else in <c>VOLTDB_HOME</c>, else in <c>voltdb</c> below
    /// <c>DBINGEST_SERVERS</c>, else beside <c>voltdb</c> on the PATH.
    /// </summary>
    /// <param name="named">The folder that the user names, or null.</param>
    /// <exception cref="TargetException">There is none. The message names the ways to get a server.</exception>
    public static VoltHome Find(string? named)
    {
        var home = HomeFolder.Or(
            HomeFolder.Find(named, "VOLTDB_HOME", "voltdb"),
            Programs.OnPath("voltdb") is { } program ? Of(program) : null);
        if (home is null)
        {
            throw Missing("no server answers at localhost:21212, neither VOLTDB_HOME nor DBINGEST_SERVERS is set, and there "
                + "is no voltdb on the PATH");
        }

        string folder = home.Path;

        // The vendor's archive has its jar in a separate folder. A home built from packages has it among the other jars.
        string full = Path.GetFullPath(folder);
        string? archive = ((string[])["voltdb", "lib"]).Select(part => Path.Combine(full, part)).Where(Directory.Exists)
            .SelectMany(part => Directory.EnumerateFiles(part, "voltdb-*.jar"))
                .Where(jar => char.IsAsciiDigit(Path.GetFileName(jar)["voltdb-".Length])).Order(StringComparer.Ordinal)
                .FirstOrDefault();
        if (archive is null)
        {
            throw Missing($"{folder} is no VoltDB distribution: there is no voltdb-*.jar in its folders voltdb and lib");
        }

        return new(
            Programs.Java() ?? throw Missing(
                "its jars are there, but no Java (8, 11 or 17): neither in JAVA_HOME nor on the PATH"),
            archive,
            string.Join(':', Further(full).Prepend(archive)),
            home.NamedBy);
    }

    /// <summary>The distribution of a program, also where a link leads to it.</summary>
    /// <param name="program">Path of the vendor's <c>voltdb</c>.</param>
    internal static string? Of(string program) => Path.GetDirectoryName(Path.GetDirectoryName(Links.Followed(program)));

    /// <summary>Further jars, and folders with classes that replace some which packages leave out.</summary>
    private static IEnumerable<string> Further(string folder)
    {
        string[] places =
            [Path.Combine(folder, "lib"), Path.Combine(folder, "lib", "extension"), Path.Combine(folder, "stub", "out")];
        return places.Where(Directory.Exists)
            .Select(place => Directory.EnumerateFiles(place, "*.jar").Any() ? place + "/*" : place);
    }

    private static TargetException Missing(string what) => new(
        $"There is no VoltDB to use: {what}. Either start one (the vendor's archive or container image, port 21212), or name one by --endpoint HOST:PORT, "
        + "or unpack the vendor's archive and set VOLTDB_HOME to it, or name it by --endpoint \"?home=DIR\", and a server is "
        + "started for each run.",
        isUnreachable: true);
}
