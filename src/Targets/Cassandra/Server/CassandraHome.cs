using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// An unpacked Cassandra distribution (5.0 or newer) and the Java program that runs it. <see cref="CassandraDefinition"/>
/// looks for it before it plans a private server, and <see cref="CassandraRecipe"/> before a deployment starts nodes on this
/// machine. It only looks at files, and checks no version.
/// </summary>
/// <param name="Folder">Folder that contains <c>lib</c> and <c>conf</c>.</param>
/// <param name="Java">Path of the Java program.</param>
/// <param name="Version">The version in the jar's name.</param>
/// <param name="NamedBy">The variable that named the folder. Null if the endpoint did.</param>
internal sealed record CassandraHome(string Folder, string Java, string Version, ServerHome? NamedBy)
{
    // Names in the vendor's archive, and in the Java package registry.
    private static readonly string[] JarPrefixes = ["apache-cassandra-", "cassandra-all-"];

    /// <summary>
    /// Finds the named distribution, else that of <c>CASSANDRA_HOME</c>, else <c>cassandra</c> in <c>DBINGEST_SERVERS</c>.
    /// </summary>
    /// <param name="named">The folder that the user named. Null for none.</param>
    /// <returns>The distribution.</returns>
    /// <exception cref="TargetException">No distribution was found. The message names the three ways to get a server.</exception>
    public static CassandraHome Find(string? named)
    {
        var home = HomeFolder.Find(named, "CASSANDRA_HOME", "cassandra")
            ?? throw Missing("no server answers at localhost:9042, and neither CASSANDRA_HOME nor DBINGEST_SERVERS is set");
        string folder = home.Path;
        string lib = Path.Combine(folder, "lib");
        var jars = JarPrefixes.Where(_ => Directory.Exists(lib))
            .SelectMany(p => Directory.EnumerateFiles(lib, p + "*.jar"), (prefix, jar) =>
            Path.GetFileNameWithoutExtension(jar)[prefix.Length..]);
        return jars.FirstOrDefault() is { } version
            ? new CassandraHome(Path.GetFullPath(folder), FindJava(), version, home.NamedBy)
            : throw Missing(
                $"{folder} is no Cassandra distribution: it has no lib/{string.Join("*.jar or lib/", JarPrefixes)}*.jar");
    }

    private static string FindJava() =>
        Programs.Java() ?? throw Missing(
            "a Cassandra distribution is there, but no Java (17): neither in JAVA_HOME nor on the PATH");

    private static TargetException Missing(string what) => new(
        $"There is no Cassandra to use: {what}. Either start one (the vendor's archive or container image, port 9042), or name one by "
        + "--endpoint HOST:PORT, or unpack the vendor's archive, set CASSANDRA_HOME to it, and a node is started for each run.",
        isUnreachable: true);
}
