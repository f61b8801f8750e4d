using System.Data.Common;
using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// The options about the table within an Npgsql connection string, which has no options:
/// <c>Host=...;Store=timescale;Chunk=1d</c>.
/// </summary>
internal static class PostgresTableSettings
{
    /// <summary>Takes them out.</summary>
    /// <param name="text">A connection string, or something else, which has none.</param>
    /// <returns>What is left, as the place, and the options.</returns>
    /// <exception cref="ArgumentException">One is out of range.</exception>
    public static EndpointValues Take(string text)
    {
        var taken = new List<string>();
        string rest = text;
        if (text.Contains('=', StringComparison.Ordinal) && TryRead(text) is { } settings)
        {
            foreach (string name in settings.Keys.Cast<string>().Where(PostgresOptions.IsOfTable).ToList())
            {
                taken.Add($"{name}={Uri.EscapeDataString(settings[name].ToString()!)}");
                settings.Remove(name);
                rest = settings.ConnectionString;
            }
        }

        return Of(PostgresOptions.All.Read("?" + string.Join('&', taken)), rest);
    }

    /// <summary>Those among an endpoint's options.</summary>
    /// <param name="values">All options.</param>
    /// <param name="place">What stands before them.</param>
    public static EndpointValues Of(EndpointValues values, string place) => new(
        PostgresOptions.All, place, values.Given.Where(o => PostgresOptions.IsOfTable(o.Key))
            .ToDictionary(o => o.Key, o => o.Value, StringComparer.Ordinal));

    /// <summary>What is put behind a connection string.</summary>
    public static string Write(EndpointValues values) => string.Concat(values.Given.Select(o => $";{o.Key}={o.Value}"));

    private static DbConnectionStringBuilder? TryRead(string text)
    {
        try
        {
            return new() { ConnectionString = text };
        }
        catch (ArgumentException)
        {
            // Whoever reads the rest says so.
            return null;
        }
    }
}
