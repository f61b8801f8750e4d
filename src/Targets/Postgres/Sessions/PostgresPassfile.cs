using System.Text;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Reads the password file of PostgreSQL's clients (PostgreSQL documentation, section 34.16, "The Password File"): lines of
/// <c>hostname:port:database:username:password</c>, where * matches anything, and a backslash escapes a colon or a backslash.
/// <see cref="PostgresWireOptions"/> calls it when the wire client needs a password. It opens the file for each password and
/// keeps nothing. Unlike libpq, it does not check the file's permissions.
/// </summary>
internal static class PostgresPassfile
{
    /// <summary>Finds a password.</summary>
    /// <param name="file">
    /// The file. Null for that of <c>PGPASSFILE</c>, or <c>.pgpass</c> in the home folder if it exists.
    /// </param>
    /// <param name="host">The host.</param>
    /// <param name="port">The port.</param>
    /// <param name="database">The database.</param>
    /// <param name="user">The user.</param>
    /// <returns>The password of the first matching line. Null if none matches.</returns>
    /// <exception cref="TargetException">The file cannot be read, or a named file does not exist.</exception>
    public static string? Find(string? file, string host, int port, string database, string user)
    {
        string? named = file ?? Environment.GetEnvironmentVariable("PGPASSFILE");
        string path = named ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".pgpass");
        if (named is null && !File.Exists(path))
        {
            return null;
        }

        string[] wanted = [host, FormattableString.Invariant($"{port}"), database, user];
        try
        {
            return File.ReadLines(path)
                .Where(line => line.Length > 0 && line[0] != '#')
                .Select(Fields)
                .FirstOrDefault(fields => fields.Count == 5 && wanted.Zip(fields)
                    .All(pair => pair.Second == "*" || pair.Second == pair.First))
                ?[4];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new TargetException($"The password file cannot be read: {e.Message}", e);
        }
    }

    private static List<string> Fields(string line)
    {
        var fields = new List<string>();
        var field = new StringBuilder();
        for (int i = 0; i < line.Length; i++)
        {
            if (line[i] == ':')
            {
                fields.Add(field.ToString());
                field.Clear();
                continue;
            }

            if (line[i] == '\\' && i + 1 < line.Length && line[i + 1] is ':' or '\\')
            {
                i++;
            }

            field.Append(line[i]);
        }

        fields.Add(field.ToString());
        return fields;
    }
}
