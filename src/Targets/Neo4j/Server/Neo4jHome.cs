using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Neo4j.Server;

/// <summary>
/// A Neo4j distribution from which a private server can start, and the Java for it. <see cref="Neo4jDefinition"/> looks for one
/// when no server is named and none answers. Where the Enterprise Edition's jars are, that edition starts. It only looks for
/// files.
/// </summary>
/// <param name="Java">Path of the Java program.</param>
/// <param name="Library">Folder of the distribution's jars.</param>
/// <param name="EntryPoint">The Java class with the program.</param>
/// <param name="NamedBy">The environment variable that names the folder. Null if none does.</param>
internal sealed record Neo4jHome(string Java, string Library, string EntryPoint, ServerHome? NamedBy)
{
    private const string Community = "org.neo4j.server.CommunityEntryPoint";
    private const string Enterprise = "com.neo4j.server.enterprise.EnterpriseEntryPoint";

    /// <summary>The folder of the vendor's Debian package.</summary>
    private const string Package = "/usr/share/neo4j";

    /// <summary>
    /// Finds a distribution: in the folder that the user names, else in <c>NEO4J_HOME</c>, else in <c>neo4j</c> below
    /// <c>DBINGEST_SERVERS</c>, else beside <c>neo4j</c> on the PATH, else that of the Debian package.
    /// </summary>
    /// <param name="named">The folder that the user names, or null.</param>
    /// <exception cref="TargetException">There is none, or no Java. The message names the ways to get a server.</exception>
    public static Neo4jHome Find(string? named)
    {
        var home = HomeFolder.Or(
            HomeFolder.Find(named, "NEO4J_HOME", "neo4j"),
            (Programs.OnPath("neo4j") is { } program ? Of(program) : null)
                ?? (Directory.Exists(Package) ? Package : null));
        if (home is null)
        {
            throw Missing("no server answers at localhost:7687, neither NEO4J_HOME nor DBINGEST_SERVERS is set, and there is "
                + "no neo4j of a distribution on the PATH");
        }

        string folder = home.Path;
        string library = Path.GetFullPath(Path.Combine(folder, "lib"));
        if (!HasJars(library))
        {
            throw Missing($"{folder} is no Neo4j distribution: there is no neo4j-*.jar in its folder lib");
        }

        bool isEnterprise = Directory.EnumerateFiles(library, "neo4j-enterprise-kernel-*.jar").Any();
        string java = Programs.Java()
            ?? throw Missing("its jars are there, but no Java (17 or 21): neither in JAVA_HOME nor on the PATH");
        return new(java, library, isEnterprise ? Enterprise : Community, home.NamedBy);
    }

    /// <summary>
    /// The distribution of a program, also where a link leads to it. Null if none is around it, as with the program that the
    /// Debian package puts into <c>/usr/bin</c>.
    /// </summary>
    /// <param name="program">Path of the vendor's <c>neo4j</c>.</param>
    internal static string? Of(string program) =>
        Path.GetDirectoryName(Path.GetDirectoryName(Links.Followed(program))) is { } folder
            && HasJars(Path.Combine(folder, "lib")) ? folder : null;

    private static bool HasJars(string library) =>
        Directory.Exists(library) && Directory.EnumerateFiles(library, "neo4j-*.jar").Any();

    private static TargetException Missing(string what) => new(
        $"There is no Neo4j to use: {what}. Either start one (the vendor's archive or container image, port 7687), or name one by --endpoint HOST:PORT, "
        + "or unpack the vendor's archive and set NEO4J_HOME to it, or name it by --endpoint \"?home=DIR\", and a server is "
        + "started for each run.",
        isUnreachable: true);
}
