namespace DbIngest.Targets.Tests.Postgres;

/// <summary>The same of the other write path.</summary>
[Collection("postgres")]
public sealed class PostgresDriverConformanceTests(PostgresFixture fixture) : PostgresConformanceTests(fixture)
{
    protected override string Client => "driver";
}
