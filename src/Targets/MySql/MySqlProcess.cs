using System.Globalization;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>The process of a server on this machine, which nobody here has started.</summary>
internal static class MySqlProcess
{
    /// <summary>Finds it by the file that the server names.</summary>
    /// <param name="connection">A session.</param>
    /// <returns>Its id; null where the file cannot be read, or is of a server in a container.</returns>
    public static int? Of(MySqlConnection connection)
    {
        try
        {
            string file = Path.Combine(connection.Query("SELECT @@datadir")[0][0]!, connection.Query("SELECT @@pid_file")[0][0]!);
            return IfThere(int.TryParse(File.ReadAllText(file).Trim(), CultureInfo.InvariantCulture, out int id) ? id : null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The id, if a server runs under it.</summary>
    /// <param name="id">The id.</param>
    public static int? IfThere(int? id)
    {
        try
        {
            return id is { } number && File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{number}/comm"))
                .Trim() is "mariadbd" or "mysqld" ? id : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
