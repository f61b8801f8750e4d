using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Http;

namespace DbIngest.Targets.Tests.InfluxDb;

public sealed class InfluxFixture() : HttpServerFixture(new InfluxDefinition(), SkipReason, "?cache=1G")
{
    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason { get; } = Programs.OnPath("influxd") is null
        ? "There is no influxd on the PATH (Debian: apt-get install influxdb)." : null;
}

[CollectionDefinition("influxdb")]
public sealed class InfluxTestCollection : ICollectionFixture<InfluxFixture>;
