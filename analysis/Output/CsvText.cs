using System.Globalization;
using System.Text;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Builds CSV by RFC 4180: commas, CRLF, fields quoted where needed, numbers in full and invariant, missing values empty.
/// <see cref="SummaryCsv"/>, <see cref="SamplesCsv"/> and <see cref="HistoryCsv"/> create one per file.
/// </summary>
internal sealed class CsvText
{
    private readonly StringBuilder _text = new();

    /// <summary>Appends one row. Null becomes an empty field.</summary>
    public void AddRow(IEnumerable<object?> fields)
    {
        _text.AppendJoin(',', fields.Select(Field)).Append("\r\n");
    }

    public override string ToString() => _text.ToString();

    private static string Field(object? value) => value switch
    {
        null => string.Empty,
        double number => number.ToString("R", CultureInfo.InvariantCulture),
        bool truth => truth ? "true" : "false",
        Enum word => EnumWords.Of(word),
        IFormattable formattable => Quote(formattable.ToString(null, CultureInfo.InvariantCulture)),
        _ => Quote(value.ToString() ?? string.Empty),
    };

    private static string Quote(string text) => text.AsSpan().ContainsAny(",\"\r\n")
        ? $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\""
        : text;
}
