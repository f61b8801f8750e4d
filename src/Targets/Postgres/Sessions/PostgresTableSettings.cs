using System.Data.Common;
using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Separates the options of the table from an Npgsql connection string, which contains them as settings:
/// <c>Host=...;Store=timescale;Chunk=1d</c>. <see cref="PostgresEndpoint"/> calls it before Npgsql, which refuses settings that
/// it does not know. It must lose no other setting.
/// </summary>
internal static class PostgresTableSettings
{
    /// <summary>Separates the options.</summary>
    /// <param name="text">A connection string. Other text has no options.</param>
    /// <returns>The rest of the text, and the options.</returns>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
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

    /// <summary>Selects the options of the table from those of an endpoint.</summary>
    /// <param name="values">All options.</param>
    /// <param name="place">The text before the options.</param>
    public static EndpointValues Of(EndpointValues values, string place) => new(
        PostgresOptions.All, place, values.Given.Where(o => PostgresOptions.IsOfTable(o.Key))
            .ToDictionary(o => o.Key, o => o.Value, StringComparer.Ordinal));

    /// <summary>Writes options as settings of a connection string.</summary>
    public static string Write(EndpointValues values) => string.Concat(values.Given.Select(o => $";{o.Key}={o.Value}"));

    private static DbConnectionStringBuilder? TryRead(string text)
    {
        try
        {
            return new() { ConnectionString = text };
        }
        catch (ArgumentException)
        {
            // The reader of the remaining text reports the fault.
            return null;
        }
    }
}
