namespace DbIngest.Runner.Tests.Cli;

/// <summary>Where tests find a Cassandra to start: named by the environment, or in the folder beside the repository.</summary>
internal static class CassandraHome
{
    /// <summary>The endpoint of a small private node; whether its home is there is for a probe to say.</summary>
    public static string Endpoint => $"?home={Folder}&heap=512M";

    /// <summary>The home.</summary>
    public static string Folder => Environment.GetEnvironmentVariable("CASSANDRA_HOME")
        ?? Path.Combine(Environment.GetEnvironmentVariable("DBINGEST_SERVERS") ?? Repository.Shared("servers"), "cassandra");
}
