using System.Net;
using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// Creates the user of a deployed ring. A new ring has the vendor's default user with a known password. That user creates the
/// new user and is then locked. <see cref="CassandraRecipe.Form"/> calls it, and providers repeat <c>Form</c> until it succeeds,
/// so a repeated call must change nothing. The vendor's user must not keep its known password.
/// </summary>
internal static class CassandraUsers
{
    private const string Vendors = "cassandra";

    /// <summary>Creates the user. Run again, it changes nothing.</summary>
    /// <param name="node">A node, and how to connect to it as the user.</param>
    /// <param name="user">Name of the user.</param>
    /// <param name="password">Password of the user.</param>
    /// <exception cref="Wire.WireException">The user cannot be created yet, or has another password.</exception>
    public static void Make((EndPoint Server, CqlConnectionOptions Options) node, string user, Secret password)
    {
        try
        {
            using var connection = CqlConnection.Open(node.Server, node.Options);
            LockVendors(connection, user);
        }
        catch (CqlServerException exception) when (exception.Code == CqlErrorCode.AuthenticationError
            && TryMakeAsVendors(node, user, password))
        {
            using var connection = CqlConnection.Open(node.Server, node.Options);
            LockVendors(connection, user);
        }
    }

    /// <returns>False if the node refused the default user, who is locked or does not exist yet.</returns>
    private static bool TryMakeAsVendors((EndPoint Server, CqlConnectionOptions Options) node, string user, Secret password)
    {
        try
        {
            using var connection =
                CqlConnection.Open(node.Server, node.Options with { Credentials = new CqlCredentials(Vendors, () => Vendors) });
            connection.Query(user == Vendors
                ? $"ALTER ROLE {Vendors} WITH PASSWORD = {Literal(password.Reveal())}"
                : $"CREATE ROLE IF NOT EXISTS \"{user}\" WITH PASSWORD = {Literal(password.Reveal())} AND LOGIN = true AND "
                    + $"SUPERUSER = true");
            return true;
        }
        catch (CqlServerException exception) when (exception.Code == CqlErrorCode.AuthenticationError)
        {
            return false;
        }
    }

    private static void LockVendors(CqlConnection connection, string user)
    {
        if (user != Vendors
            && connection.Query(
            $"SELECT role FROM system_auth.roles WHERE role = '{Vendors}' AND can_login = true ALLOW FILTERING").Count > 0)
        {
            connection.Query(
                $"ALTER ROLE {Vendors} WITH PASSWORD = '{Convert.ToHexString(RandomNumberGenerator.GetBytes(16))}' AND "
                + $"SUPERUSER = false AND LOGIN = false");
        }
    }

    private static string Literal(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";
}
