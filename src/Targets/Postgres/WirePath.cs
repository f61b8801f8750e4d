using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Postgres;

/// <summary>Writes by our own protocol client.</summary>
internal sealed class WirePath : PostgresPath
{
    private readonly PgConnectionOptions _options;

    /// <summary>Makes ready to open sessions.</summary>
    /// <param name="sessions">The server.</param>
    /// <param name="contract">The contract.</param>
    /// <param name="store">What the table is.</param>
    /// <exception cref="ArgumentException">The endpoint holds a setting that our own client does not know.</exception>
    public WirePath(PostgresSessions sessions, DurabilityContract contract, PostgresStore store)
        : base(sessions, contract, store) =>
        _options = WireOptions.From(sessions.Endpoint.ForSessions(sessions.Timeout), sessions.Timeout);

    public override string Client => WriteClient.Wire;

    public override string Version => $"DbIngest {BuildStamp.Of(typeof(PgConnection)).Number}, PostgreSQL protocol 3.0";

    public override IPostgresSession OpenSession()
    {
        try
        {
            return PostgresWireSession.Enforce(PgConnection.Open(_options), Sessions, Contract);
        }
        catch (WireException e)
        {
            throw new TargetException($"PostgreSQL at {Sessions.Endpoint} cannot be used: {PostgresErrors.Describe(e)}", e,
                isUnreachable: true);
        }
    }
}
