using System.Globalization;

namespace DbIngest.Targets.Mongo;

/// <summary>The processes of servers on this machine.</summary>
internal static class MongoProcesses
{
    /// <summary>
    /// Whether a process of this machine is the one that a server says it is: in a container its id may be another's here.
    /// </summary>
    /// <param name="id">The process id.</param>
    /// <param name="name">The program's name.</param>
    public static bool Is(int id, string name)
    {
        try
        {
            // The system keeps 15 characters of a name.
            string known = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/comm")).TrimEnd();
            return known.Length > 0 && name.StartsWith(known, StringComparison.Ordinal);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
