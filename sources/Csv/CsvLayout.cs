using System.Text;

namespace DbIngest.Sources.Csv;

/// <summary>
/// The layout of one file: its options, completed by what <see cref="CsvSniffer"/> found in its content. <see cref="CsvReader"/>
/// reads every row by it. Immutable.
/// </summary>
internal sealed record CsvLayout
{
    public required Encoding Encoding { get; init; }

    public required byte Delimiter { get; init; }

    /// <summary>True when a row before the data names the columns.</summary>
    public required bool Header { get; init; }

    /// <summary>The line on which the data begins, counted from 1.</summary>
    public required long FirstDataLine { get; init; }

    /// <summary>Number of rows before the table, which are left out.</summary>
    public required int Preamble { get; init; }

    /// <summary>True when a row after the names holds the units.</summary>
    public required bool UnitsRow { get; init; }

    public required IReadOnlyList<string> Names { get; init; }

    /// <summary>Index of the time column, or of the date column and the time-of-day column.</summary>
    public required IReadOnlyList<int> TimeColumns { get; init; }

    /// <summary>The notation of times.</summary>
    public required DateOrder Date { get; init; }

    /// <summary>
    /// The number of the first hour of a day, 0 or 1, where the second time column has hours. Null where it has times of day.
    /// </summary>
    public required int? FirstHour { get; init; }

    /// <summary>True when times are days alone and most rows repeat the day of the row before them.</summary>
    public required bool HasManyRowsPerDay { get; init; }

    /// <summary>
    /// Number of the files whose times count from the base date, because they have no date. 0 for a file whose times have one,
    /// and for all files of a set but the first, which says it for them.
    /// </summary>
    public int FilesOfOneDay { get; init; }

    public required byte DecimalMark { get; init; }

    /// <summary>The byte between groups of three digits. 0 without groups.</summary>
    public required byte GroupSeparator { get; init; }

    /// <summary>Texts between numbers that are marks of a missing value.</summary>
    public required IReadOnlyList<string> Marks { get; init; }

    /// <summary>How the fields of each column of the file end.</summary>
    public required IReadOnlyList<FieldEnding> Endings { get; init; }

    /// <summary>
    /// The file of the set that shows the order of day and month, when this file does not. Null when this file does.
    /// </summary>
    public string? DateShownBy { get; init; }

    /// <summary>Indices of the value columns, in the order of the schema.</summary>
    public required IReadOnlyList<int> ValueColumns { get; init; }

    /// <summary>New names of the value columns. Null for a column that keeps its own.</summary>
    public required IReadOnlyList<string?> GivenNames { get; init; }

    /// <summary>Index of the column that names the values of a row in a long table. Null in a wide table.</summary>
    public required int? PivotColumn { get; init; }

    /// <summary>The columns that are left out, each with the reason.</summary>
    public required IReadOnlyList<string> LeftOut { get; init; }
}
