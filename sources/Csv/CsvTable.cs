namespace DbIngest.Sources.Csv;

/// <summary>
/// Finds the table in a text: after the lines that loggers write before it, with its rows of names and units.
/// <see cref="CsvSniffer"/> creates it once per file from the sampled rows. A row is data when its fields have the kinds that
/// most rows have. It never fails: without such a row, the first wide row counts as data.
/// </summary>
internal sealed class CsvTable
{
    private const int MaxUnitLength = 12;

    private readonly List<(long Line, string[] Fields)> _rows;
    private readonly int _columns;

    private CsvTable(List<(long Line, string[] Fields)> rows, int columns)
    {
        _rows = rows;
        _columns = columns;
    }

    /// <summary>Index of the row of names. -1 without one.</summary>
    public int NamesRow { get; private set; } = -1;

    /// <summary>Index of the row of units. -1 without one.</summary>
    public int UnitsRow { get; private set; } = -1;

    /// <summary>Index of the first row of data.</summary>
    public int DataRow { get; private set; }

    /// <summary>Finds the table.</summary>
    /// <param name="rows">The first rows, split into fields.</param>
    /// <param name="columns">The number of fields that most rows have.</param>
    /// <param name="kindOf">Classifies the text of a field.</param>
    /// <param name="header">Whether the options say that the table has a header; null to detect it.</param>
    public static CsvTable Find(List<(long Line, string[] Fields)> rows, int columns, Func<string, FieldKind> kindOf,
        bool? header)
    {
        var table = new CsvTable(rows, columns);
        table.Find(kindOf, header);
        return table;
    }

    private void Find(Func<string, FieldKind> kindOf, bool? header)
    {
        var kinds = _rows.ConvertAll(row => Array.ConvertAll(row.Fields, field => kindOf(field)));
        var usual = Enumerable.Range(0, _columns).Select(column => Usual(kinds, column)).ToArray();
        int data = kinds.FindIndex(row => Conforms(row, usual));
        data = data < 0 ? 0 : data;
        int before = header == false ? 0 : data == 0 && header == true ? 1 : data;
        var candidates = Enumerable.Range(0, before)
            .Where(row => IsWide(row) && !NamesDelimiter(row) && !IsAnnotation(row) && (header == true || IsHeader(kinds[row])))
            .ToList();
        if (candidates.Exists(row => _rows[row].Fields.Length == _columns))
        {
            candidates.RemoveAll(row => _rows[row].Fields.Length != _columns);
        }

        // The header stands directly above the data. Rows above a row of serial numbers are no header, unless nothing else is.
        int numbers = Enumerable.Range(0, before).LastOrDefault(row => IsWide(row) && kinds[row].Contains(FieldKind.Number), -1);
        if (candidates.Exists(row => row > numbers))
        {
            candidates.RemoveAll(row => row < numbers);
        }

        if (candidates.Count > 0)
        {
            // Names fill their row. Rows that were padded with delimiters are no names.
            int fullest = candidates.Max(Filled);
            NamesRow = candidates.First(row => Filled(row) >= fullest - 1);
        }

        DataRow = NamesRow + 1;
        if (NamesRow < 0)
        {
            DataRow = Math.Max(0, Enumerable.Range(0, data + 1).FirstOrDefault(row => IsWide(row) && !NamesDelimiter(row)));
            return;
        }

        while (DataRow < data && IsWide(DataRow) && IsHeader(kinds[DataRow]))
        {
            bool isShort = Array.TrueForAll(_rows[DataRow].Fields, field => field.Length <= MaxUnitLength || IsFormat(field));
            if (isShort && ((UnitsRow < 0 && DataRow == NamesRow + 1) || Array.Exists(_rows[DataRow].Fields, IsFormat)))
            {
                UnitsRow = DataRow;
            }

            DataRow++;
        }
    }

    /// <summary>
    /// True when a field is a format of times, which loggers write in the row of units: <c>dd.MM.yyyy HH:mm:ss</c>.
    /// </summary>
    private static bool IsFormat(string field) =>
        field.Contains("yy", StringComparison.OrdinalIgnoreCase)
        && field.All(c => "dmyhstz[]()./-: ".Contains(c, StringComparison.OrdinalIgnoreCase));

    /// <summary>
    /// True when a row is as wide as the table. A delimiter at the end of the data rows, or of the header, is common.
    /// </summary>
    private bool IsWide(int row) => Math.Abs(_rows[row].Fields.Length - _columns) <= 1 && _rows[row].Fields.Length > 1;

    /// <summary>True for the line <c>sep=;</c>, which tells spreadsheets the delimiter. It is as wide as two columns.</summary>
    private bool NamesDelimiter(int row) =>
        row == 0 && _rows[0].Fields is [var first, ""] && string.Equals(first, "sep=", StringComparison.OrdinalIgnoreCase);

    /// <summary>True for a row that InfluxDB writes above the names: <c>#datatype,string,long,...</c>.</summary>
    private bool IsAnnotation(int row) => _rows[row].Fields[0] is "#group" or "#datatype" or "#default";

    private int Filled(int row) => _rows[row].Fields.Count(field => field.Length > 0);

    private static bool IsHeader(FieldKind[] row) => row.Contains(FieldKind.Text)
        && !Array.Exists(row, kind => kind is FieldKind.Number or FieldKind.Date or FieldKind.Clock);

    /// <summary>Returns the kind that most fields of a column have in the later rows, which hold no header.</summary>
    private FieldKind Usual(List<FieldKind[]> kinds, int column)
    {
        var later = kinds.Skip(kinds.Count / 2).Where(row => Math.Abs(row.Length - _columns) <= 1 && column < row.Length)
            .Select(row => row[column]);
        return later.Where(kind => kind != FieldKind.Missing).GroupBy(kind => kind).OrderByDescending(group => group.Count())
            .FirstOrDefault()?.Key ?? FieldKind.Text;
    }

    /// <summary>
    /// True when a row has dates where the others have dates, and numbers in at least half of the columns of numbers.
    /// </summary>
    private bool Conforms(FieldKind[] row, FieldKind[] usual)
    {
        if (Math.Abs(row.Length - _columns) > 1)
        {
            return false;
        }

        int expected = 0;
        int met = 0;
        for (int column = 0; column < _columns && column < row.Length; column++)
        {
            bool told = usual[column] is FieldKind.Date or FieldKind.Clock;
            if (told && row[column] != usual[column])
            {
                return false;
            }

            expected += usual[column] == FieldKind.Number ? 1 : 0;
            met += usual[column] == FieldKind.Number && row[column] is FieldKind.Number or FieldKind.Missing ? 1 : 0;
        }

        return 2 * met >= expected && (expected > 0 || usual.Contains(FieldKind.Date));
    }
}
