using System.Text;

namespace DbIngest.Sources.Csv;

/// <summary>How one file is laid out: what the options say, completed by what its content shows.</summary>
internal sealed record CsvLayout
{
    /// <summary>The encoding of the file.</summary>
    public required Encoding Encoding { get; init; }

    /// <summary>The byte between fields.</summary>
    public required byte Delimiter { get; init; }

    /// <summary>Whether a row before the data names the columns.</summary>
    public required bool Header { get; init; }

    /// <summary>The line on which the data begins, counted from 1.</summary>
    public required long FirstDataLine { get; init; }

    /// <summary>How many rows before the table are left out.</summary>
    public required int Preamble { get; init; }

    /// <summary>Whether a row after the names holds the units.</summary>
    public required bool UnitsRow { get; init; }

    /// <summary>The names of all columns in the file.</summary>
    public required IReadOnlyList<string> Names { get; init; }

    /// <summary>The place of the time column, or of the date and the time column.</summary>
    public required IReadOnlyList<int> TimeColumns { get; init; }

    /// <summary>How points in time are written.</summary>
    public required DateOrder Date { get; init; }

    /// <summary>
    /// The number of the first hour of a day, where the second time column has hours; null when it has times of day.
    /// </summary>
    public required int? FirstHour { get; init; }

    /// <summary>Whether most rows have the time of the row before them, since times are days alone.</summary>
    public required bool HasManyRowsADay { get; init; }

    /// <summary>The byte before a fraction.</summary>
    public required byte DecimalMark { get; init; }

    /// <summary>The byte between groups of three digits; 0 when they are not separated.</summary>
    public required byte GroupSeparator { get; init; }

    /// <summary>Texts between the numbers of the columns that stand for a missing value.</summary>
    public required IReadOnlyList<string> Marks { get; init; }

    /// <summary>How the fields of each column of the file end.</summary>
    public required IReadOnlyList<FieldEnding> Endings { get; init; }

    /// <summary>The file of the set that shows the order of day and month, when this one does not; null when it does.</summary>
    public string? DateShownBy { get; init; }

    /// <summary>The places of the columns taken as values, in the order of the schema.</summary>
    public required IReadOnlyList<int> ValueColumns { get; init; }

    /// <summary>The names they were given, where they were.</summary>
    public required IReadOnlyList<string?> GivenNames { get; init; }

    /// <summary>The place of the column that says what the values of a row are of; null in a wide table.</summary>
    public required int? PivotColumn { get; init; }

    /// <summary>The columns that are left out, and why.</summary>
    public required IReadOnlyList<string> LeftOut { get; init; }
}
