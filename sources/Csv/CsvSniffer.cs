using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>Completes the options from the content: encoding, delimiter, header, columns, the order of dates, the decimal mark.</summary>
internal sealed class CsvSniffer(InputFile file, CsvOptions options)
{
    private const int SampleRows = 1000;
    private const int SampleBytes = 4 << 20;

    // Ordered by how unlikely they are as part of a value; the first that fits wins.
    private static readonly byte[] Delimiters = [(byte)'\t', (byte)';', (byte)'|', (byte)',', (byte)' '];

    private readonly MissingMarks _marks = new(options.AllMissing, options.Sentinels);

    /// <summary>Reads the beginning of the file, and more where the order of dates needs it.</summary>
    /// <exception cref="InputException">The layout cannot be found out, or is not what the options say.</exception>
    public CsvLayout Sniff()
    {
        var encoding = options.Encoding ?? TextEncodings.Detect(file.Head);
        var rows = Sample(encoding, out var headerEncoding);
        byte delimiter = options.Delimiter ?? FindDelimiter(rows);
        bool header = options.Header ?? IsHeader(rows[0], delimiter);
        var names = NamesOf(rows[0], delimiter, header ? headerEncoding : null);
        var profiles = Profile(rows.Skip(header ? 1 : 0), delimiter, names.Count);
        var time = new CsvTimeColumns(file, options, names, profiles).Find();
        var choice = new CsvValueColumns(file, options, names, profiles).Choose(time.Columns);
        var layout = new CsvLayout
        {
            Encoding = encoding,
            Delimiter = delimiter,
            Header = header,
            Names = names,
            TimeColumns = time.Columns,
            Date = time.Date,
            DecimalMark = options.DecimalMark ?? (profiles.Any(profile => profile.CommaNumbers > 0) ? (byte)',' : (byte)'.'),
            ValueColumns = choice.Columns,
            GivenNames = choice.Names,
            LeftOut = choice.LeftOut,
        };
        return layout.Date == DateOrder.Auto ? layout with { Date = new DateOrderSearch(file, options, layout).Find() } : layout;
    }

    private List<byte[]> Sample(Encoding encoding, out Encoding headerEncoding)
    {
        var rows = new List<byte[]>();
        using var lines = new CsvLines(TextEncodings.AsAscii(file.OpenContent(), encoding, out headerEncoding), file.Name, options.Quote);
        bool terminated = true;
        while (rows.Count <= SampleRows && lines.Bytes < SampleBytes && lines.TryNext(out var row))
        {
            terminated = lines.Terminated;
            if (lines.Line > options.SkipLines && !row.Trim((byte)' ').IsEmpty)
            {
                rows.Add(row.ToArray());
            }
        }

        // A torn last line would mislead.
        if (!terminated && rows.Count > 2)
        {
            rows.RemoveAt(rows.Count - 1);
        }

        return rows.Count > 0 ? rows : throw new InputException($"{file.Name}: there are no rows in it.");
    }

    private byte FindDelimiter(List<byte[]> rows)
    {
        foreach (byte delimiter in Delimiters)
        {
            var common = rows.Select(row => Count(row, delimiter)).GroupBy(count => count).MaxBy(group => group.Count())!;
            if (common.Key > 1 && 3 * common.Count() >= 2 * rows.Count)
            {
                return delimiter;
            }
        }

        throw new InputException(
            $"{file.Name}: no delimiter gives two thirds of its rows the same number of fields. Name it with the input option delimiter=, and lines "
            + "before the table with skip-lines=.");
    }

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

    private bool IsHeader(byte[] row, byte delimiter)
    {
        var profile = new ColumnProfile();
        var fields = new CsvFields(row, delimiter, options.Quote);
        while (fields.TryNext(out var field))
        {
            profile.Add(field, _marks, commaPossible: delimiter != ',');
        }

        return profile.Present > 0 && profile.Numbers + profile.Dates + profile.Times == 0;
    }

    private List<string> NamesOf(byte[] row, byte delimiter, Encoding? encoding)
    {
        var names = new List<string>();
        var fields = new CsvFields(row, delimiter, options.Quote);
        while (fields.TryNext(out var field))
        {
            names.Add(encoding?.GetString(field).Trim() ?? $"column_{names.Count + 1}");
        }

        return names;
    }

    private ColumnProfile[] Profile(IEnumerable<byte[]> rows, byte delimiter, int columns)
    {
        var profiles = new ColumnProfile[columns];
        for (int column = 0; column < columns; column++)
        {
            profiles[column] = new();
        }

        bool commaPossible = options.DecimalMark == ',' || (options.DecimalMark is null && delimiter != ',');
        foreach (byte[] row in rows.Where(row => Count(row, delimiter) == columns))
        {
            var fields = new CsvFields(row, delimiter, options.Quote);
            for (int column = 0; column < columns && fields.TryNext(out var field); column++)
            {
                profiles[column].Add(field, _marks, commaPossible);
            }
        }

        return profiles;
    }
}
