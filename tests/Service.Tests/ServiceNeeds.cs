using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Service.Tests;

/// <summary>What these tests need.</summary>
internal sealed class ServiceNeeds : NeedCatalog
{
    protected override IEnumerable<Need> All =>
    [
        new("influx", "apt-get install influxdb-client", () => SearchPath.FindMissing("influx")),
        new("mariadb", "apt-get install mariadb-server", () => Missing("mariadb")),
        new("postgres", "apt-get install postgresql", () => Missing("postgres")),
    ];

    private static string? Missing(string database)
    {
        var now = TargetCatalog.Find(database).Probe(new TargetOptions { WorkFolder = Path.GetTempPath() });
        return now.IsAvailable ? null : now.Detail;
    }
}
