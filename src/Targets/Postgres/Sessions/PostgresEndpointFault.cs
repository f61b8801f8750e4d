using System.Globalization;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Names the faulty part of an endpoint for an error message of <see cref="PostgresEndpoint"/>. It must repeat no value and no
/// unknown name, because text that looks like a name may be part of a password with an unquoted semicolon.
/// </summary>
internal static class PostgresEndpointFault
{
    /// <summary>Describes the fault in a few words. Empty if it is unknown.</summary>
    /// <param name="text">The endpoint.</param>
    public static string Of(string text)
    {
        if (text.Contains("://", StringComparison.Ordinal))
        {
            string authority = text[(text.IndexOf("://", StringComparison.Ordinal) + 3)..];
            authority = authority[..(authority.IndexOfAny(['/', '?']) is >= 0 and var end ? end : authority.Length)];
            return Port(authority[(authority.LastIndexOf('@') + 1)..]);
        }

        return text.Contains('=', StringComparison.Ordinal)
            ? string.Join(", ", text.Split(';', StringSplitOptions.RemoveEmptyEntries).Select(Setting)
                .Where(fault => fault.Length > 0).Take(1))
            : Port(text);
    }

    private static string Setting(string pair)
    {
        string name = pair.Split('=')[0].Trim();
        var known = new NpgsqlConnectionStringBuilder();
        if (!known.ContainsKey(name))
        {
            return Unknown(name,
                ["Host", "Port", "Username", "Password", "Database", "Timeout", "Passfile", "SSL Mode", "Root Certificate"]);
        }

        try
        {
            known[name] = pair.Contains('=', StringComparison.Ordinal) ? pair[(pair.IndexOf('=', StringComparison.Ordinal) + 1)..]
                .Trim() : string.Empty;
            return string.Empty;
        }
        catch (Exception exception) when (
            exception is ArgumentException or FormatException or OverflowException or InvalidCastException)
        {
            return $"the value of {name} is not one that it takes";
        }
    }

    private static string Port(string host)
    {
        int colon = host.LastIndexOf(':');
        return colon > 0 && !host.EndsWith(']')
            && !(int.TryParse(host[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out int port)
            && port is >= 1 and <= 65535)
            ? "what follows the ':' of the host is not a port from 1 to 65535"
            : string.Empty;
    }

    private static string Unknown(string name, IEnumerable<string> known) =>
        known.FirstOrDefault(candidate => IsNear(name, candidate)) is { } near
            ? $"a name in it is not known; did you mean {near}?" : "a name in it is not known";

    /// <summary>
    /// True if leaving out, adding or changing one character, or swapping two neighbours, turns one name into the other.
    /// </summary>
    private static bool IsNear(string name, string candidate)
    {
        string a = name.ToLowerInvariant();
        string b = candidate.ToLowerInvariant();
        int start = a.Zip(b).TakeWhile(pair => pair.First == pair.Second).Count();
        string restA = a[start..];
        string restB = b[start..];
        return a.Length > 1 && (
            (restB.Length > 0 && restA == restB[1..])
            || (restA.Length > 0 && restA[1..] == restB)
            || (restA.Length > 0 && restB.Length > 0 && restA[1..] == restB[1..])
            || (restA.Length > 1 && restB.Length > 1 && restA[0] == restB[1] && restA[1] == restB[0]
                && restA[2..] == restB[2..]));
    }
}
