using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Looks whether what answers speaks PostgreSQL's protocol, before the driver connects: that believes whatever length a message
/// claims, and takes the memory for it.
/// </summary>
internal static class PostgresProbe
{
    /// <summary>Opens a session by our own client, which bounds messages, and ends it.</summary>
    /// <param name="endpoint">Where the server is.</param>
    /// <param name="timeout">How long one request may take.</param>
    /// <exception cref="WireException">It speaks another protocol, or does not answer in time.</exception>
    public static void Check(PostgresEndpoint endpoint, TimeSpan timeout)
    {
        PgConnectionOptions options;
        try
        {
            options = PostgresWireOptions.From(endpoint.ForSessions(timeout), timeout);
        }
        catch (ArgumentException)
        {
            // A setting that the driver alone knows: then it alone can connect.
            return;
        }

        try
        {
            PgConnection.Open(options).Dispose();
        }
        catch (WireException e) when (e is not (WireProtocolException or ConnectionLostException { IsTimeout: true }))
        {
            // The driver meets it too, and knows ways to log in that our client does not.
        }
    }
}
