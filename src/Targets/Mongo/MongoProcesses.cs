using System.Globalization;
using System.Net;

namespace DbIngest.Targets.Mongo;

/// <summary>The processes of servers on this machine.</summary>
internal static class MongoProcesses
{
    /// <summary>Whether a server is on this machine.</summary>
    public static bool IsLocal(EndPoint server) => server switch
    {
        IPEndPoint ip => OwnMachine.Has(ip.Address),
        DnsEndPoint dns => OwnMachine.Has(dns.Host),
        _ => true,
    };

    /// <summary>Whether a process of this machine is the one that a server says it is: in a container its id may be another's here.</summary>
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
