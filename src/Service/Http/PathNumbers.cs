using System.Globalization;
using DbIngest.Service.Problems;
using DbIngest.Service.Stores;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Service.Http;

/// <summary>
/// Parses the numbers in paths and queries, for <see cref="RecordRoutes"/>, which parses them before it reads a body. A text that
/// is no number in range ends the request with status 400 and the name of the field.
/// </summary>
internal static class PathNumbers
{
    /// <summary>Reads the number of a source: 0 to <paramref name="sources"/> - 1, or that of a source with a name.</summary>
    /// <param name="text">The text.</param>
    /// <param name="sources">Sources that clients number themselves.</param>
    /// <param name="areNamed">
    /// True if the store has names of sources. In other stores so large a number may have no room in a record's key, and would
    /// address the records of another source.
    /// </param>
    /// <exception cref="RefusalException">The text is no number, or the service has no such source.</exception>
    public static int Source(string text, int sources, bool areNamed)
    {
        // Records of sources with names may be read, changed and deleted like others. Whether the name exists is not checked.
        bool hasName = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && areNamed && number >= SourceNumbers.First;
        return hasName ? number : (int)Read("source", text, 0, sources - 1);
    }

    /// <summary>Reads a sequence number, 0 to <paramref name="sequences"/> - 1.</summary>
    /// <exception cref="RefusalException">The text is no number, or out of range.</exception>
    public static long Sequence(string text, long sequences) => Read("sequence", text, 0, sequences - 1);

    /// <summary>Reads a number of the query, within inclusive bounds.</summary>
    /// <exception cref="RefusalException">The number is missing or out of range.</exception>
    public static long Query(HttpRequest request, string name, long least, long most) =>
        Read(name, request.Query[name].ToString(), least, most);

    /// <summary>Reads an instant of the query, in microseconds UTC.</summary>
    /// <exception cref="RefusalException">The instant is missing or no whole number.</exception>
    public static long Timestamp(HttpRequest request) =>
        long.TryParse(request.Query["timestamp"].ToString(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture,
            out long timestamp)
            ? timestamp
            : throw RefusalException.Malformed("timestamp", "timestamp is a whole number of microseconds since 1970, and here is "
                + $"'{ClientText.Shown(request.Query["timestamp"].ToString())}'.");

    private static long Read(string field, string text, long least, long most) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) && number >= least && number <= most
            ? number
            : throw RefusalException.Malformed(field, string.Create(CultureInfo.InvariantCulture,
                $"{field} is a whole number from {least} to {most}, and here is '{ClientText.Shown(text)}'."));
}
