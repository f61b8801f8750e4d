using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Tests.Http;

namespace DbIngest.Targets.Tests.QuestDb;

public sealed class QuestDbFixture() : HttpServerFixture(new QuestDbDefinition(), SkipReason, "?heap=512M")
{
    private static readonly string? Home = Find();

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Home is null
        ? "There is no QuestDB: QUESTDB_HOME names none, and there is none in DBINGEST_SERVERS or the folder "
            + "../shared/servers/questdb." : null;

    /// <summary>What starts it looks there.</summary>
    private static string? Find()
    {
        string? home = ServerFolder.Find("questdb", "QUESTDB_HOME");
        Environment.SetEnvironmentVariable("QUESTDB_HOME", home);
        return home;
    }
}

[CollectionDefinition("questdb")]
public sealed class QuestDbTestCollection : ICollectionFixture<QuestDbFixture>;
