using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.QuestDb.Server;

/// <summary>A QuestDB distribution that a server can be started from.</summary>
/// <param name="Java">The Java program.</param>
/// <param name="Jar">Its jar. Null if the Java runtime holds it.</param>
/// <param name="NamedBy">The variable that named it. Null if none did.</param>
internal sealed record QuestDbHome(string Java, string? Jar, ServerHome? NamedBy)
{
    private static readonly string[] JarFolders = [".", "bin", "lib"];

    /// <summary>What a user sees of it.</summary>
    public string Place => Jar ?? Java;

    /// <summary>The arguments of Java that name the program.</summary>
    public IReadOnlyList<string> Program =>
        [.. Jar is null ? Array.Empty<string>() : ["-p", Jar], "-m", "io.questdb/io.questdb.ServerMain"];

    /// <summary>
    /// Finds a distribution: the one named, else that of <c>QUESTDB_HOME</c>, else <c>questdb</c> in <c>DBINGEST_SERVERS</c>,
    /// else where <c>questdb.sh</c> lies.
    /// </summary>
    /// <param name="named">The folder that the user named, or null.</param>
    /// <exception cref="TargetException">There is none. The message names the ways to get a server.</exception>
    public static QuestDbHome Find(string? named)
    {
        var home = HomeFolder.Find(named, "QUESTDB_HOME", "questdb");
        string? folder = home?.Path
            ?? Path.GetDirectoryName(Programs.OnPath("questdb.sh"));
        if (folder is null)
        {
            throw Missing("no server answers at localhost:9000, neither QUESTDB_HOME nor DBINGEST_SERVERS is set, and there "
                + "is no questdb.sh on the PATH");
        }

        string? jar = JarFolders.Select(f => Path.Combine(folder, f)).Where(Directory.Exists)
            .SelectMany(f => Directory.EnumerateFiles(f, "questdb*.jar")).Order(StringComparer.Ordinal).LastOrDefault();
        if (jar is not null)
        {
            string runtime = Programs.Java()
                ?? throw Missing("its jar is there, but no Java (17 or newer): neither in JAVA_HOME nor on the PATH");
            return new QuestDbHome(runtime, Path.GetFullPath(jar), home?.NamedBy);
        }

        // The vendor's archive with a runtime has the program in the runtime's modules.
        return Programs.In([folder, Path.Combine(folder, "bin")], "questdb.sh") is { } script
            && Programs.In([Path.GetDirectoryName(script)!], "java") is { } java
            ? new QuestDbHome(java, Jar: null, home?.NamedBy)
            : throw Missing($"{folder} is no QuestDB distribution: it has neither a questdb*.jar nor a runtime with questdb.sh");
    }

    /// <summary>
    /// The distribution of a plan: one that is not there, for a plan that is only shown, is taken to be the vendor's archive
    /// without a runtime.
    /// </summary>
    /// <param name="named">The folder that the user named, or null.</param>
    public static QuestDbHome Of(string? named) =>
        named is null || Directory.Exists(named) ? Find(named)
            : new QuestDbHome("java", Path.GetFullPath(Path.Combine(named, "questdb.jar")), NamedBy: null);

    private static TargetException Missing(string what) => new(
        $"There is no QuestDB to use: {what}. Either start one (the vendor's archive or container image, port 9000), or name one by --endpoint http://HOST:PORT, "
        + "or unpack the vendor's archive and set QUESTDB_HOME to it, or name it by --endpoint \"?home=DIR\", and a server is "
        + "started for each run.",
        isUnreachable: true);
}
