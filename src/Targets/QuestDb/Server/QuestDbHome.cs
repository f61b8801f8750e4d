using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.QuestDb.Server;

/// <summary>
/// A QuestDB distribution from which a server can start: the jar with the machine's Java, or the vendor's Java runtime that holds
/// the program. <see cref="QuestDbDefinition"/> looks for one when it plans a private server, and <see cref="QuestDbRecipe"/> for
/// a deployment. It only looks for files.
/// </summary>
/// <param name="Java">Path of the Java program.</param>
/// <param name="Jar">Path of the jar. Null if the Java runtime contains it.</param>
/// <param name="NamedBy">The environment variable that names the folder. Null if none does.</param>
internal sealed record QuestDbHome(string Java, string? Jar, ServerHome? NamedBy)
{
    private static readonly string[] JarFolders = [".", "bin", "lib"];

    /// <summary>The path that messages show.</summary>
    public string Place => Jar ?? Java;

    /// <summary>Arguments of Java that select the program.</summary>
    public IReadOnlyList<string> Program =>
        [.. Jar is null ? Array.Empty<string>() : ["-p", Jar], "-m", "io.questdb/io.questdb.ServerMain"];

    /// <summary>
    /// Finds a distribution: in the folder that the user names, else in <c>QUESTDB_HOME</c>, else in <c>questdb</c> below
    /// <c>DBINGEST_SERVERS</c>, else beside <c>questdb.sh</c> on the PATH.
    /// </summary>
    /// <param name="named">The folder that the user names, or null.</param>
    /// <exception cref="TargetException">There is none. The message names the ways to get a server.</exception>
    public static QuestDbHome Find(string? named)
    {
        var home = HomeFolder.Or(
            HomeFolder.Find(named, "QUESTDB_HOME", "questdb"),
            Programs.OnPath("questdb.sh") is { } found ? Path.GetDirectoryName(Links.Followed(found)) : null);
        if (home is null)
        {
            throw Missing("no server answers at localhost:9000, neither QUESTDB_HOME nor DBINGEST_SERVERS is set, and there "
                + "is no questdb.sh on the PATH");
        }

        string folder = home.Path;
        string? jar = JarFolders.Select(f => Path.Combine(folder, f)).Where(Directory.Exists)
            .SelectMany(f => Directory.EnumerateFiles(f, "questdb*.jar")).Order(StringComparer.Ordinal).LastOrDefault();
        if (jar is not null)
        {
            string runtime = Programs.Java()
                ?? throw Missing("its jar is there, but no Java (17 or newer): neither in JAVA_HOME nor on the PATH");
            return new QuestDbHome(runtime, Path.GetFullPath(jar), home.NamedBy);
        }

        // In the vendor's archive with a runtime, the program is one of the runtime's modules.
        return Programs.In([folder, Path.Combine(folder, "bin")], "questdb.sh") is { } script
            && Programs.In([Path.GetDirectoryName(script)!], "java") is { } java
            ? new QuestDbHome(java, Jar: null, home.NamedBy)
            : throw Missing($"{folder} is no QuestDB distribution: it has neither a questdb*.jar nor a runtime with questdb.sh");
    }

    /// <summary>
    /// The distribution for a plan. A missing folder, in a plan that is only shown, is assumed to be the vendor's archive without
    /// a runtime.
    /// </summary>
    /// <param name="named">The folder that the user names, or null.</param>
    public static QuestDbHome Of(string? named) =>
        named is null || Directory.Exists(named) ? Find(named)
            : new QuestDbHome("java", Path.GetFullPath(Path.Combine(named, "questdb.jar")), NamedBy: null);

    private static TargetException Missing(string what) => new(
        $"There is no QuestDB to use: {what}. Either start one (the vendor's archive or container image, port 9000), or name one by --endpoint http://HOST:PORT, "
        + "or unpack the vendor's archive and set QUESTDB_HOME to it, or name it by --endpoint \"?home=DIR\", and a server is "
        + "started for each run.",
        isUnreachable: true);
}
