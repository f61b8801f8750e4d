using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Resources;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Finds the process of a server on this machine that was running before, so that a trial can sample its use.
/// <see cref="MySqlTarget"/> looks for it when it is opened and in each Prepare, only where the address is local and the run did
/// not start the server: elsewhere the id would be that of another process. It signals no process.
/// </summary>
internal static class MySqlProcess
{
    /// <summary>
    /// Finds the process by the pid file that the server names. A server in a container names a file of the container, and the
    /// same path may be that of another server here. Such a server has the host name of its container.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <returns>The process id. Null if the file is not readable, or belongs to a server in a container.</returns>
    public static int? Of(MySqlConnection connection)
    {
        if (!IsOfThisMachine(connection.Query("SELECT @@hostname")[0][0]))
        {
            return null;
        }

        string file = Path.Combine(connection.Query("SELECT @@datadir")[0][0]!, connection.Query("SELECT @@pid_file")[0][0]!);
        return IfThere((int?)ProcText.Number(file));
    }

    /// <summary>True if a server with this host name does not run in a container with a name of its own.</summary>
    /// <param name="hostName">The server's <c>hostname</c>.</param>
    internal static bool IsOfThisMachine(string? hostName) =>
        string.Equals(hostName, Dns.GetHostName(), StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Returns the id if a server still runs under it, else null. <see cref="MySqlTarget"/> asks each time, since the server may
    /// have ended and another process may have its id.
    /// </summary>
    /// <param name="id">A process id, or null.</param>
    public static int? IfThere(int? id) => id is { } number
        && ProcText.ReadText(string.Create(CultureInfo.InvariantCulture, $"/proc/{number}/comm")) is "mariadbd" or "mysqld"
            ? id : null;
}
