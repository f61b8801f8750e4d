using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Determines the layout of one file from its first 1,000 rows (4 MiB at most) where the options leave it open: encoding,
/// delimiter, start of the table, header, columns, decimal mark, order of dates. <see cref="CsvFormat"/> runs it once per
/// file, before <see cref="CsvReader"/>. With <c>where=</c> it samples the rows that pass, however far down they are. It
/// refuses a file rather than guess where a wrong guess would change values.
/// </summary>
internal sealed class CsvSniffer(InputFile file, CsvOptions options)
{
    private const int SampleRows = 1000;
    private const int SampleBytes = 4 << 20;
    private const int MaxNameLength = 200;

    /// <summary>A header has a row of names, and one of units at most.</summary>
    private const int RowsOfHeader = 2;

    // For fields that Split has decoded and KindOf encodes as UTF-8.
    private readonly MissingMarks _marks = new(options.AllMissing, options.Sentinels);

    /// <summary>Possible delimiters, ordered by how unlikely each is as part of a value. The first that fits wins.</summary>
    public static ReadOnlySpan<byte> Delimiters => "\t;|, "u8;

    /// <summary>
    /// Reads the beginning of the file. Leaves the order of day and month open where the sample does not show it.
    /// </summary>
    /// <exception cref="InputException">The layout cannot be determined, or contradicts the options.</exception>
    public CsvLayout Sniff()
    {
        var encoding = options.Encoding ?? TextEncodings.Detect(file.Head);
        var texts = TextEncodings.OfAscii(encoding);
        var rows = Sample(encoding, options.Delimiter);
        byte delimiter = options.Delimiter ?? FindDelimiter(rows);
        if (options.Delimiter is null && options.Quote is { } quote && rows.Exists(row => row.Row.Contains(quote)))
        {
            // Only with the delimiter is it certain which quotes begin a field and may hold a line end.
            rows = Sample(encoding, delimiter);
        }

        var split = rows.ConvertAll(row => (row.Line, Fields: Split(row.Row, delimiter, texts)));
        int columns = Columns(split.ConvertAll(row => row.Fields.Length));
        var table = CsvTable.Find(split, columns, field => KindOf(field, delimiter), options.Header);
        var names = NamesOf(split, table, columns);
        RequireData(split, table, delimiter);
        long firstLine = table.DataRow < split.Count ? split[table.DataRow].Line : long.MaxValue;
        int? pivot = options.Pivot is { } entity ? CsvColumnLookup.Find(file, names, entity) : null;
        var filter = new CsvRowFilter(file, options, names, delimiter, texts);
        var data = (filter.IsEmpty ? rows.Skip(table.DataRow).Select(row => row.Row)
            : Filtered(filter, encoding, delimiter, firstLine, names.Count))
            .Where(row => HasFields(row, delimiter, names.Count))
            .ToList();
        var marks = new MissingMarks(options.AllMissing, options.Sentinels, texts);
        var numbers = FindNumbers(data, delimiter, names, marks);
        var profiles = Profile(data, delimiter, names.Count, numbers, marks);
        var days = new DayRows(data, delimiter, options.Quote);
        var time = new CsvTimeColumns(file, options, names, profiles, days).Find();
        bool isDaysAlone = time.Columns.Count == 1 && !profiles[time.Columns[0]].HasClock
            && (profiles[time.Columns[0]].IsDate || profiles[time.Columns[0]].IsCompactDate);
        bool isExport = CsvExportForm.Fits(names, delimiter, data, profiles);
        var choice = new CsvValueColumns(file, options, names, profiles, isExport).Choose(time.Columns, pivot);
        return new CsvLayout
        {
            Encoding = encoding,
            Delimiter = delimiter,
            Header = table.NamesRow >= 0,
            FirstDataLine = firstLine,
            PivotColumn = pivot,
            Preamble = table.NamesRow >= 0 ? table.NamesRow : table.DataRow,
            UnitsRow = table.UnitsRow >= 0,
            Names = names,
            TimeColumns = time.Columns,
            Date = time.Date,
            FirstHour = time.FirstHour,
            HasManyRowsPerDay = isDaysAlone && pivot is null && days.HasManyRowsPerDay(time.Columns[0]),
            DecimalMark = options.DecimalMark
                ?? (numbers.DecimalMark != 0 ? numbers.DecimalMark : profiles.Any(profile => profile.CommaNumbers > 0) ? (byte)','
                    : (byte)'.'),
            GroupSeparator = numbers.Separator,
            Marks = [.. choice.Columns.SelectMany(column => profiles[column].Marks.Texts(profiles[column].Numbers))
                .Distinct(StringComparer.Ordinal)],
            Endings = [.. profiles.Select(profile => profile.Ending)],
            ValueColumns = choice.Columns,
            GivenNames = choice.Names,
            LeftOut = choice.LeftOut,
        };
    }

    /// <summary>Refuses a file that has only a header, before a later check reports that no column holds dates.</summary>
    private void RequireData(List<(long Line, string[] Fields)> rows, CsvTable table, byte delimiter)
    {
        bool hasNamesAlone = table.NamesRow >= 0 ? table.DataRow >= rows.Count
            : options.Header != false && rows.Count <= RowsOfHeader
                && rows.TrueForAll(row => Array.TrueForAll(row.Fields, field => KindOf(field, delimiter) == FieldKind.Text));
        if (hasNamesAlone)
        {
            string header = SafeText.List(rows[Math.Max(0, table.NamesRow)].Fields);
            throw new InputException($"{file.Name}: it has a header ({header}) and no row "
                + "of data below it. Name a file with data, or take this one out of the folder or pattern.");
        }
    }

    private List<(long Line, byte[] Row)> Sample(Encoding encoding, byte? delimiter)
    {
        var rows = new List<(long Line, byte[] Row)>();
        using var lines = new CsvLines(
            TextEncodings.AsAscii(file.OpenContent(), encoding), file.Name, options.Quote, delimiter);
        bool terminated = true;
        long skipped = 0;
        while (rows.Count <= SampleRows && lines.Bytes - skipped < SampleBytes && lines.TryNext(out var row))
        {
            terminated = lines.Terminated;
            if (lines.Line <= options.SkipLines)
            {
                skipped = lines.Bytes;
            }
            else if (!row.Trim((byte)' ').IsEmpty)
            {
                rows.Add((lines.Line, row.ToArray()));
            }
        }

        // A torn last line would mislead.
        if (!terminated && rows.Count > 2)
        {
            rows.RemoveAt(rows.Count - 1);
        }

        return rows.Count > 0 ? rows : throw Refusal.At(file.Name, 0, skipped == 0 ? "it has no rows"
            : "it has no rows below the lines that the input option skip-lines= leaves out; leave out fewer");
    }

    /// <summary>Reads the first sample of rows that pass a filter, however far down the file they are.</summary>
    private List<byte[]> Filtered(CsvRowFilter filter, Encoding encoding, byte delimiter, long firstLine, int columns)
    {
        var rows = new List<byte[]>();
        using var lines = new CsvLines(
            TextEncodings.AsAscii(file.OpenContent(), encoding), file.Name, options.Quote, delimiter);
        while (rows.Count < SampleRows && lines.TryNext(out var row))
        {
            // A torn last line would mislead. One without its end counts where no other row does, if it has all fields.
            bool counts = lines.Line >= firstLine && !row.Trim((byte)' ').IsEmpty
                && (lines.Terminated || (rows.Count == 0 && Count(row.ToArray(), delimiter) == columns));
            if (counts && filter.Passes(row))
            {
                rows.Add(row.ToArray());
            }
        }

        return rows.Count > 0 ? rows : throw new InputException($"{file.Name}: no row meets the input option where=.");
    }

    /// <summary>
    /// Finds the first delimiter that gives two thirds of the rows, or of their later half, the same number of fields.
    /// </summary>
    private byte FindDelimiter(List<(long Line, byte[] Row)> rows)
    {
        foreach (byte delimiter in Delimiters)
        {
            var counts = rows.ConvertAll(row => Count(row.Row, delimiter));
            if (IsTable(counts) || IsTable(counts[(counts.Count / 2)..]))
            {
                return delimiter;
            }
        }

        throw new InputException(
            $"{file.Name}: no delimiter gives two thirds of its rows the same number of fields. Name it with the input option "
            + $"delimiter=, and lines "
            + "before the table with skip-lines=.");
    }

    private static bool IsTable(List<int> counts)
    {
        var common = MostCommon(counts);
        return common.Key > 1 && 3 * common.Count() >= 2 * counts.Count;
    }

    private static IGrouping<int, int> MostCommon(List<int> counts) => counts.GroupBy(count => count)
        .MaxBy(group => group.Count())!;

    /// <summary>
    /// Returns the number of fields that most rows have, or most of the later half when too many lines stand before the table.
    /// </summary>
    private static int Columns(List<int> counts) => MostCommon(IsTable(counts) ? counts : counts[(counts.Count / 2)..]).Key;

    private int Count(byte[] row, byte delimiter)
    {
        int count = 0;
        var fields = new CsvFields(row, delimiter, options.Quote);
        while (fields.TryNext(out _))
        {
            count++;
        }

        return count;
    }

    /// <summary>True when a row has as many fields as the table has columns. A delimiter may stand at its end.</summary>
    private bool HasFields(byte[] row, byte delimiter, int columns) =>
        Count(row, delimiter) is var count && (count == columns || (count == columns + 1 && row[^1] == delimiter));

    private string[] Split(byte[] row, byte delimiter, Encoding encoding)
    {
        var split = new List<string>();
        var fields = new CsvFields(row, delimiter, options.Quote);
        while (fields.TryNext(out var field))
        {
            split.Add(encoding.GetString(field).Replace("\uFEFF", "", StringComparison.Ordinal).Trim());
        }

        return [.. split];
    }

    private FieldKind KindOf(string text, byte delimiter)
    {
        byte[] field = Encoding.UTF8.GetBytes(text);
        if (_marks.Has(field))
        {
            return FieldKind.Missing;
        }

        var profile = new ColumnProfile();
        profile.Add(field, _marks, new NumberFormat((byte)'.', commaPossible: options.DecimalMark != '.'));
        return profile.Dates > 0 ? FieldKind.Date
            : profile.Times > 0 ? FieldKind.Clock
            : profile.Numbers > 0 || IsGrouped(field) ? FieldKind.Number
            : FieldKind.Text;
    }

    private static bool IsGrouped(ReadOnlySpan<byte> field)
    {
        foreach (byte separator in GroupedNumber.Separators)
        {
            if (GroupedNumber.TryParse(field, separator, separator == '.' ? (byte)',' : (byte)'.', out _)
                || (separator is (byte)' ' or (byte)'\'' && GroupedNumber.TryParse(field, separator, (byte)',', out _)))
            {
                return true;
            }
        }

        return false;
    }

    private static List<string> NamesOf(List<(long Line, string[] Fields)> rows, CsvTable table, int columns)
    {
        if (table.NamesRow < 0)
        {
            return [.. Enumerable.Range(1, rows[table.DataRow].Fields.Length == columns ? columns : rows[table.DataRow]
                .Fields.Length).Select(n => FormattableString.Invariant($"column_{n}"))];
        }

        // A delimiter at the end of the header alone begins no column.
        string[] header = rows[table.NamesRow].Fields;
        header = header.Length == columns + 1 && header[^1].Length == 0 ? header[..columns] : header;
        string[]? units = table.UnitsRow < 0 ? null : rows[table.UnitsRow].Fields;
        return [.. header.Select((name, i) =>
        {
            // Brackets in a name are its unit, unless the row of units has brackets.
            string bounded = SafeText.Bounded(name, MaxNameLength);
            string field = units is not null && i < units.Length ? units[i] : "";
            string unit = field.Trim('[', ']', '(', ')');
            bool hasOwn = bounded.EndsWith(']') || bounded.EndsWith(')');
            bool keeps = hasOwn && (unit.Length == field.Length || bounded.EndsWith(field, StringComparison.Ordinal));
            return unit.Length == 0 || keeps ? bounded : $"{bounded} [{unit}]";
        })];
    }

    private (byte Separator, byte DecimalMark) FindNumbers(
        List<byte[]> rows, byte delimiter, IReadOnlyList<string> names, MissingMarks marks)
    {
        if (options.GroupSeparator is { } given)
        {
            return (given, given == '.' ? (byte)',' : given == ',' ? (byte)'.' : (byte)0);
        }

        DigitGrouping[] groupings = [.. names.Select(name => new DigitGrouping(name))];
        foreach (byte[] row in rows)
        {
            var fields = new CsvFields(row, delimiter, options.Quote);
            for (int column = 0; column < groupings.Length && fields.TryNext(out var field); column++)
            {
                if (!marks.Has(field))
                {
                    groupings[column].Add(field);
                }
            }
        }

        return DigitGrouping.Find(file.Name, groupings, delimiter, options.DecimalMark);
    }

    private ColumnProfile[] Profile(
        List<byte[]> rows, byte delimiter, int columns, (byte Separator, byte DecimalMark) numbers, MissingMarks marks)
    {
        var profiles = new ColumnProfile[columns];
        for (int column = 0; column < columns; column++)
        {
            profiles[column] = new(marks.Encoding);
        }

        byte mark = options.DecimalMark ?? (numbers.DecimalMark != 0 ? numbers.DecimalMark : (byte)'.');
        bool commaPossible = options.DecimalMark == ','
            || (options.DecimalMark is null && delimiter != ',' && numbers.DecimalMark == 0 && numbers.Separator != ',');
        var format = new NumberFormat(mark, commaPossible, numbers.Separator);
        foreach (byte[] row in rows)
        {
            var fields = new CsvFields(row, delimiter, options.Quote);
            for (int column = 0; column < columns && fields.TryNext(out var field); column++)
            {
                profiles[column].Add(field, marks, format);
            }
        }

        return profiles;
    }
}
