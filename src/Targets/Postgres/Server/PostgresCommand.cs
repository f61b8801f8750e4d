using System.Globalization;
using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// Builds the command lines of the server and of initdb. <see cref="PostgresPlan"/> (private servers) and
/// <see cref="PostgresRecipe"/> (deployments) share them. No command line contains a password.
/// </summary>
internal static class PostgresCommand
{
    /// <summary>Sessions that a server accepts by default, without those for administrators.</summary>
    private const int ShippedSessions = 97;

    /// <summary>Sessions of the product in addition to those of writers: preparing, measuring, auditing.</summary>
    private const int FurtherSessions = 20;

    /// <summary>The setting that accepts a number of writers. Empty if the default suffices.</summary>
    /// <param name="connections">Connections of writers. Null if unknown.</param>
    public static IReadOnlyList<(string Name, string Value)> Sessions(int? connections) =>
        connections is { } asked && asked + FurtherSessions > ShippedSessions
            ? [("max_connections", (asked + FurtherSessions).ToString(CultureInfo.InvariantCulture))] : [];

    /// <summary>Command line that creates a data folder with UTF-8 and no locale.</summary>
    /// <param name="initdb">Path of initdb.</param>
    /// <param name="data">The data folder.</param>
    /// <param name="user">Name of the superuser.</param>
    /// <param name="authentication">Authentication method of clients.</param>
    public static IReadOnlyList<string> Initdb(string initdb, string data, string user, string authentication) =>
        [initdb, "-D", data, "-U", user, "-A", authentication, "-E", "UTF8", "--no-locale"];

    /// <summary>Command line of the server.</summary>
    /// <param name="postgres">Path of postgres.</param>
    /// <param name="data">The data folder.</param>
    /// <param name="addresses">Addresses to listen at. Empty for the Unix socket only.</param>
    /// <param name="socket">Folder of the Unix socket. A relative path begins in the data folder.</param>
    /// <param name="port">The port, which is also part of the socket's name.</param>
    /// <param name="settings">Further settings.</param>
    public static IReadOnlyList<string> Server(string postgres, string data, string addresses, string socket, int port,
        params IEnumerable<(string Name, string Value)> settings) =>
    [
        postgres, "-D", data,
        "-c", $"listen_addresses={addresses}",
        "-c", $"unix_socket_directories={socket}", "-c", string.Create(CultureInfo.InvariantCulture, $"port={port}"),
        .. settings.SelectMany(setting => (string[])["-c", $"{setting.Name}={setting.Value}"]),
    ];

    /// <summary>
    /// Writes the value of a deployment's setting for the server. A size gets the unit of two letters that PostgreSQL reads,
    /// <c>1GB</c> for <c>1G</c>, since a number alone is one of pages for some settings.
    /// </summary>
    /// <param name="name">Name of the setting.</param>
    /// <param name="value">The value in the deployment file.</param>
    public static string Value(string name, string value) =>
        name is "shared_buffers" or "max_wal_size" ? EndpointOption.WithUnit(value) + "B" : value;
}
