using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>An unpacked Cassandra distribution (5.0 or newer), from which nodes can be started.</summary>
/// <param name="Folder">The folder with <c>lib</c> and <c>conf</c> in it.</param>
/// <param name="Java">The Java program.</param>
/// <param name="Version">The version, as the name of its jar says.</param>
/// <param name="NamedBy">The variable that named it; null where the endpoint did.</param>
internal sealed record CassandraHome(string Folder, string Java, string Version, ServerHome? NamedBy)
{
    // The vendor's archive has the first, the Java package registry's artifact is the second.
    private static readonly string[] JarPrefixes = ["apache-cassandra-", "cassandra-all-"];

    /// <summary>
    /// Finds a distribution: the one named, else the one of <c>CASSANDRA_HOME</c>, else <c>cassandra</c> in
    /// <c>DBINGEST_SERVERS</c>.
    /// </summary>
    /// <param name="named">The folder that the user named, or null.</param>
    /// <returns>The distribution.</returns>
    /// <exception cref="TargetException">There is none; the message names the three ways to get a server.</exception>
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
