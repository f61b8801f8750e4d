namespace DbIngest.Targets.Tests.Postgres;

/// <summary>The same faults with the other write path.</summary>
[Collection("postgres")]
public sealed class PostgresDriverFaultTests(PostgresFixture server) : PostgresFaultTests(server)
{
    protected override string Client => "driver";
}
