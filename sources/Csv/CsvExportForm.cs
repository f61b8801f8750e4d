using System.Globalization;
using System.Text;

namespace DbIngest.Sources.Csv;

/// <summary>
/// The form of the delimited text that <c>sources export</c> writes: a header that begins with <c>time</c>, and rows of a time to
/// the microsecond and of numbers or nothing. <c>CsvWriter</c> writes by it. <see cref="CsvSniffer"/> recognises it, and then
/// guesses no column.
/// </summary>
internal static class CsvExportForm
{
    /// <summary>The name of the first column.</summary>
    public const string TimeName = "time";

    /// <summary>The .NET format string of the times.</summary>
    public const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss.ffffff'Z'";

    private const int TimeLength = 27;

    /// <summary>True when a table has this form as far as it was sampled.</summary>
    /// <param name="rows">The sampled rows of data.</param>
    /// <param name="profiles">What the fields of each column look like.</param>
    public static bool Fits(IReadOnlyList<string> names, byte delimiter, List<byte[]> rows, ColumnProfile[] profiles) =>
        delimiter == ',' && names[0] == TimeName && rows.Count > 0 && rows.TrueForAll(BeginsWithTime)
        && profiles.Skip(1).All(profile => profile.Numbers == profile.Present);

    private static bool BeginsWithTime(byte[] row) => row.Length > TimeLength && row[TimeLength] == ','
        && DateTime.TryParseExact(Encoding.ASCII.GetString(row, 0, TimeLength), TimeFormat, CultureInfo.InvariantCulture,
            DateTimeStyles.None, out _);
}
