using System.Globalization;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// The command lines of the server and of what makes its data folder, the same for a private server and a deployed one.
/// </summary>
internal static class PostgresCommand
{
    /// <summary>Sessions that a server lets in as shipped, those of administrators apart.</summary>
    private const int ShippedSessions = 97;

    /// <summary>Sessions of the product's own beside those of writers: preparing, measuring, auditing.</summary>
    private const int FurtherSessions = 20;

    /// <summary>The setting that lets in so many writers; none where the server does as shipped.</summary>
    /// <param name="connections">The writers' connections; null where that is not known.</param>
    public static IReadOnlyList<(string Name, string Value)> Sessions(int? connections) =>
        connections is { } asked && asked + FurtherSessions > ShippedSessions
            ? [("max_connections", (asked + FurtherSessions).ToString(CultureInfo.InvariantCulture))] : [];

    /// <summary>What makes a data folder: UTF-8, and no culture of this machine.</summary>
    /// <param name="initdb">The program.</param>
    /// <param name="data">The folder.</param>
    /// <param name="user">The superuser.</param>
    /// <param name="authentication">How its clients prove who they are.</param>
    public static IReadOnlyList<string> Initdb(string initdb, string data, string user, string authentication) =>
        [initdb, "-D", data, "-U", user, "-A", authentication, "-E", "UTF8", "--no-locale"];

    /// <summary>The server.</summary>
    /// <param name="postgres">The program.</param>
    /// <param name="data">Its data folder.</param>
    /// <param name="addresses">Where it listens; empty for nowhere but its Unix socket.</param>
    /// <param name="socket">The socket's folder.</param>
    /// <param name="port">The port, also the socket's.</param>
    /// <param name="settings">Further settings.</param>
    public static IReadOnlyList<string> Server(string postgres, string data, string addresses, string socket, int port,
        params IEnumerable<(string Name, string Value)> settings) =>
    [
        postgres, "-D", data,
        "-c", $"listen_addresses={addresses}",
        "-c", $"unix_socket_directories={socket}", "-c", string.Create(CultureInfo.InvariantCulture, $"port={port}"),
        .. settings.SelectMany(setting => (string[])["-c", $"{setting.Name}={setting.Value}"]),
    ];
}
