namespace DbIngest.Targets.Tests.Postgres;

/// <summary>The same with the other write path.</summary>
[Collection("postgres")]
public sealed class PostgresDriverStandbyTests(PostgresFixture server) : PostgresStandbyTests(server)
{
    protected override string Client => "driver";
}
