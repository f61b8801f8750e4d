using System.Text;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Input options of delimited text (docs/reference/inputs.md). <see cref="CsvFormat"/> takes them from the user's text when it
/// opens a file. <see cref="CsvSniffer"/> determines what is null or automatic. Immutable.
/// </summary>
internal sealed record CsvOptions
{
    /// <summary>Longest row in bytes, line end excluded. Every format of lines obeys it.</summary>
    public const int MaxRowBytes = 1 << 20;

    /// <summary>Texts that are marks of a missing value in every file.</summary>
    public static readonly IReadOnlyList<string> UsualMissing = ["", "?", "NA", "N/A", "#N/A", "NaN", "null"];

    /// <summary>The byte between fields. Null to detect it.</summary>
    public byte? Delimiter { get; init; }

    /// <summary>Whether the first row names the columns. Null to detect it.</summary>
    public bool? Header { get; init; }

    /// <summary>
    /// Columns to take as values, in this order, each with its new name or null. Null takes all columns of numbers.
    /// </summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>Conditions that a row must meet to be read. Empty reads all rows.</summary>
    public IReadOnlyList<RowFilter> Where { get; init; } = [];

    /// <summary>The column that names the values of a row in a long table. Null for a wide table.</summary>
    public string? Pivot { get; init; }

    /// <summary>The time column, or the date column and the time-of-day column. Null to detect them.</summary>
    public IReadOnlyList<string>? TimeColumns { get; init; }

    /// <summary>The notation of times.</summary>
    public DateOrder Date { get; init; }

    /// <summary>The number of the first hour of a day in a column of hours beside a date, 0 or 1. Null to detect it.</summary>
    public int? FirstHour { get; init; }

    /// <summary>The byte before a fraction. Null to detect it.</summary>
    public byte? DecimalMark { get; init; }

    /// <summary>Marks of a missing value besides the usual ones.</summary>
    public IReadOnlyList<string> Missing { get; init; } = [];

    /// <summary>Numbers that are marks of a missing value.</summary>
    public IReadOnlyList<double> Sentinels { get; init; } = [];

    /// <summary>The encoding. Null to detect it.</summary>
    public Encoding? Encoding { get; init; }

    /// <summary>The byte that quotes fields. Null without quotes.</summary>
    public byte? Quote { get; init; } = (byte)'"';

    /// <summary>Zone of times that do not state theirs. Null for UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>The byte between groups of three digits, 0 without groups. Null to detect it.</summary>
    public byte? GroupSeparator { get; init; }

    /// <summary>The day from which elapsed times and times of day count. Null when the file has dates.</summary>
    public BaseDate? BaseDate { get; init; }

    /// <summary>True when malformed rows are skipped and counted. False when the first one ends the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Number of lines before the table, which are skipped.</summary>
    public long SkipLines { get; init; }

    /// <summary>All texts that are marks of a missing value.</summary>
    public IEnumerable<string> AllMissing => UsualMissing.Concat(Missing);

    /// <summary>Takes this format's options and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static CsvOptions Take(InputOptions options)
    {
        var result = new CsvOptions
        {
            Delimiter = CharacterOf(options, "delimiter", null, ("comma", ','), ("semicolon", ';'), ("tab", '\t'), ("pipe", '|'),
                ("space", ' ')),
            Header = options.TakeWord<bool?>("header", null, ("auto", null), ("yes", true), ("none", false)),
            Columns = TakeColumns(options),
            Where = RowFilter.Take(options),
            Pivot = options.Take("pivot"),
            TimeColumns = options.TakeList("time-columns", '+'),
            Date = TakeDate(options),
            FirstHour = options.TakeWord<int?>("hours", null, ("auto", null), ("0-23", 0), ("1-24", 1)),
            DecimalMark = options.TakeWord<byte?>(
                "decimal", null, ("auto", null), ("point", (byte)'.'), ("comma", (byte)','), (".", (byte)'.'), (",", (byte)',')),
            Missing = options.TakeList("missing", '|') ?? [],
            Sentinels = options.TakeList("sentinels", '|')?.Select(Sentinel).ToList() ?? [],
            Encoding = options.Take("encoding") is { } encoding && encoding != "auto" ? TextEncodings.ByName(encoding) : null,
            Quote = CharacterOf(options, "quote", (byte)'"', ("none", '\0'), ("double", '"'),
                ("single", '\'')) is { } quote and not 0 ? quote : null,
            TimeZone = TimeZones.Take(options),
            GroupSeparator = options.TakeWord<byte?>(
                "thousands", null, ("auto", null), ("none", 0), ("comma", (byte)','), ("point", (byte)'.'), ("space", (byte)' '),
                    ("apostrophe", (byte)'\'')),
            BaseDate = BaseDate.Take(options),
            SkipBadRows = options.TakeSkipBadRows(),
            SkipLines = options.TakeNumber("skip-lines", 0, 0, 1_000_000),
        };
        options.RefuseRest("csv");
        if (result.TimeColumns is { Count: not (1 or 2) })
        {
            throw new ArgumentException("Input option time-columns: name one column, or a date and a time column as Date+Time.");
        }

        if (result.BaseDate is null && result.Date >= DateOrder.ElapsedSeconds)
        {
            throw new ArgumentException(
                "Input option date: elapsed times need the day from which they count: base-date=2026-01-31, or "
                + "2026-01-31T12:00:00 with its time.");
        }

        if (result.GroupSeparator is > 0 && result.GroupSeparator == result.DecimalMark)
        {
            throw new ArgumentException("Input options: thousands and decimal cannot be the same.");
        }

        if (result.Delimiter is { } delimiter && (delimiter == result.Quote || delimiter == result.DecimalMark))
        {
            throw new ArgumentException("Input options: the delimiter can be neither the quote nor the decimal mark.");
        }

        return result;
    }

    private static byte? CharacterOf(InputOptions options, string key, byte? otherwise, params (string Word, char Value)[] words)
    {
        if (options.Take(key) is not { } text || text == "auto")
        {
            return otherwise;
        }

        foreach (var (word, value) in words)
        {
            if (string.Equals(word, text, StringComparison.OrdinalIgnoreCase))
            {
                return (byte)value;
            }
        }

        return text.Length == 1 && char.IsAscii(text[0]) && !char.IsAsciiLetterOrDigit(text[0]) && text[0] is not ('\r' or '\n')
            ? (byte)text[0]
            : throw new ArgumentException(
                $"Input option {key}: '{text}' is neither one ASCII character nor one of "
                + $"{string.Join(", ", words.Select(word => word.Word))}.");
    }

    /// <summary>Takes the option <c>columns</c>: <c>u+i [A]:current</c>. Null when it is absent.</summary>
    public static IReadOnlyList<(string Column, string? Name)>? TakeColumns(InputOptions options) =>
        options.TakeList("columns", '+')?.Select(Mapping).ToList();

    private static (string Column, string? Name) Mapping(string text)
    {
        int colon = text.LastIndexOf(':');
        return colon <= 0 || colon == text.Length - 1 ? (text, null) : (text[..colon], text[(colon + 1)..]);
    }

    private static double Sentinel(string text) =>
        NumberParser.TryParse(Encoding.UTF8.GetBytes(text), (byte)'.', out double value)
            ? value
            : throw new ArgumentException($"Input option sentinels: '{text}' is not a number (with a decimal point).");

    /// <summary>Takes the option <c>date</c>: how times are written.</summary>
    /// <exception cref="ArgumentException">The value is no known word and no order of day, month and year.</exception>
    public static DateOrder TakeDate(InputOptions options)
    {
        if (options.Take("date") is not { } text)
        {
            return DateOrder.Auto;
        }

        // In d/M/yyyy, dd.MM.yy or dmy, only the order of the three letters matters.
        string date = new([.. text.Split([' ', 'T'], 2)[0].ToLowerInvariant().Where(char.IsAsciiLetter)]);
        string order = new([.. date.Distinct()]);
        return text.ToLowerInvariant() switch
        {
            "auto" => DateOrder.Auto,
            "iso" => DateOrder.YearMonthDay,
            "unix-s" => DateOrder.UnixSeconds,
            "unix-ms" => DateOrder.UnixMilliseconds,
            "unix-us" => DateOrder.UnixMicroseconds,
            "elapsed-s" => DateOrder.ElapsedSeconds,
            "elapsed-ms" => DateOrder.ElapsedMilliseconds,
            "elapsed-us" => DateOrder.ElapsedMicroseconds,
            "elapsed-min" => DateOrder.ElapsedMinutes,
            "elapsed-h" => DateOrder.ElapsedHours,
            _ => order switch
            {
                "dmy" => DateOrder.DayMonthYear,
                "mdy" => DateOrder.MonthDayYear,
                "ymd" => DateOrder.YearMonthDay,
                _ => throw new ArgumentException(
                    $"Input option date: '{text}' is none of auto, iso, unix-s, unix-ms, unix-us, elapsed-us, elapsed-ms, "
                    + $"elapsed-s, "
                    + "elapsed-min, elapsed-h, and no order of day, month and year such as d/M/yyyy."),
            },
        };
    }
}
