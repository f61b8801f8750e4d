using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Checks that an address speaks PostgreSQL's protocol before the driver connects, because the driver allocates whatever length a
/// message claims. <see cref="PostgresDefinition"/> calls it before it opens a target at a server that runs already. It must let
/// a refused login pass, since the driver may know another way to log in.
/// </summary>
internal static class PostgresProbe
{
    /// <summary>Opens a session through DbIngest's own client, which bounds messages, and closes it.</summary>
    /// <param name="endpoint">The server and how to connect.</param>
    /// <param name="timeout">Timeout of one request.</param>
    /// <exception cref="WireException">
    /// The server speaks another protocol or does not answer in time, or neither client can prepare the password here.
    /// </exception>
    public static void Check(PostgresEndpoint endpoint, TimeSpan timeout)
    {
        PgConnectionOptions options;
        try
        {
            options = PostgresWireOptions.From(endpoint.ForSessions(timeout), timeout);
        }
        catch (ArgumentException)
        {
            // Only the driver supports this setting, so only it can connect.
            return;
        }

        try
        {
            PgConnection.Open(options).Close();
        }
        catch (WireException e) when (e is not (WireProtocolException or IcuMissingException
            or ConnectionLostException { IsTimeout: true }))
        {
            // The driver will fail too, or knows a way to log in that the wire client does not.
        }
    }
}
