using System.Globalization;
using DbIngest.Abstractions.Resources;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Finds the process of a server on this machine that was running before, so that a trial can sample its use.
/// <see cref="MySqlTarget"/> looks for it once per trial, only where the address is local and the run did not start the server:
/// elsewhere the id would be that of another process. It signals no process.
/// </summary>
internal static class MySqlProcess
{
    /// <summary>Finds the process by the pid file that the server names.</summary>
    /// <param name="connection">A session.</param>
    /// <returns>The process id. Null if the file is not readable, or belongs to a server in a container.</returns>
    public static int? Of(MySqlConnection connection)
    {
        string file = Path.Combine(connection.Query("SELECT @@datadir")[0][0]!, connection.Query("SELECT @@pid_file")[0][0]!);
        return IfThere((int?)ProcText.Number(file));
    }

    /// <summary>
    /// Returns the id if a server still runs under it, else null. <see cref="MySqlTarget"/> asks each time, since the server may
    /// have ended and another process may have its id.
    /// </summary>
    /// <param name="id">A process id, or null.</param>
    public static int? IfThere(int? id) => id is { } number
        && ProcText.ReadText(string.Create(CultureInfo.InvariantCulture, $"/proc/{number}/comm")) is "mariadbd" or "mysqld"
            ? id : null;
}
