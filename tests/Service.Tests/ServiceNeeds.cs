namespace DbIngest.Service.Tests;

/// <summary>What these tests need.</summary>
internal sealed class ServiceNeeds : NeedCatalog
{
    private const string Beside = "put it into the folder that DBINGEST_SERVERS names";

    protected override IEnumerable<Need> All =>
    [
        new("cassandra", "set CASSANDRA_HOME", () => StorePlace.FindMissing("cassandra")),
        new("cockroach", Beside, () => StorePlace.FindMissing("cockroach")),
        new("influx", "apt-get install influxdb-client", () => SearchPath.FindMissing("influx")),
        new("mariadb", "apt-get install mariadb-server", () => StorePlace.FindMissing("mariadb")),
        new("mongodb", Beside, () => StorePlace.FindMissing("mongodb")),
        new("neo4j", "set NEO4J_HOME", () => StorePlace.FindMissing("neo4j")),
        new("postgres", "apt-get install postgresql", () => StorePlace.FindMissing("postgres")),
    ];
}
