using System.Net;
using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// The user of a deployed ring. A new one lets the vendor's own user in, whose password everybody knows: it makes ours, and is
/// then let in no more.
/// </summary>
internal static class CassandraUsers
{
    private const string Vendors = "cassandra";

    /// <summary>Makes the user; done again, it changes nothing.</summary>
    /// <param name="node">A node, and how it is opened as the user.</param>
    /// <param name="user">The user.</param>
    /// <param name="password">The password.</param>
    /// <exception cref="Wire.WireException">It is not made yet, or has another password.</exception>
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

    /// <returns>Whether the vendor's user was let in: else it is ours that was refused, or there is none yet.</returns>
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
