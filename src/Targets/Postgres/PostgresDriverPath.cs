using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>Writes by Npgsql, the vendor's driver.</summary>
internal sealed class PostgresDriverPath(PostgresSessions sessions, DurabilityContract contract, PostgresStore store)
    : PostgresPath(sessions, contract, store)
{
    public override string Client => WriteClient.Driver;

    public override string Version => $"Npgsql {BuildStamp.Of(typeof(NpgsqlConnection)).Number}";

    public override IPostgresSession OpenSession() => PostgresDriverSession.Open(Sessions, Contract);
}
