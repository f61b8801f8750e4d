using System.Text;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.Csv;

/// <summary>How delimited text is to be read. Whatever is null or automatic is found out from the content.</summary>
internal sealed record CsvOptions
{
    /// <summary>Longest row in bytes.</summary>
    public const int MaxRowBytes = 1 << 20;

    /// <summary>Texts that stand for a missing value everywhere.</summary>
    public static readonly IReadOnlyList<string> UsualMissing = ["", "?", "NA", "N/A", "#N/A", "NaN", "null"];

    /// <summary>The byte between fields, or null.</summary>
    public byte? Delimiter { get; init; }

    /// <summary>Whether the first row names the columns, or null.</summary>
    public bool? Header { get; init; }

    /// <summary>The columns to take as values, in this order, each with the name it gets; null for all that are numbers.</summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>Which rows are read; empty for all.</summary>
    public IReadOnlyList<RowFilter> Where { get; init; } = [];

    /// <summary>The column that says what the values of a row are of, in a long table; null for a wide one.</summary>
    public string? Pivot { get; init; }

    /// <summary>The time column, or the date and the time column; null to find them.</summary>
    public IReadOnlyList<string>? TimeColumns { get; init; }

    /// <summary>How points in time are written.</summary>
    public DateOrder Date { get; init; }

    /// <summary>
    /// The number that the first hour of a day has in a column of hours beside a date, 0 or 1; null to find out.
    /// </summary>
    public int? FirstHour { get; init; }

    /// <summary>The byte before a fraction, or null.</summary>
    public byte? DecimalMark { get; init; }

    /// <summary>Texts that stand for a missing value, besides the usual ones.</summary>
    public IReadOnlyList<string> Missing { get; init; } = [];

    /// <summary>Numbers that stand for a missing value.</summary>
    public IReadOnlyList<double> Sentinels { get; init; } = [];

    /// <summary>The encoding, or null.</summary>
    public Encoding? Encoding { get; init; }

    /// <summary>The byte that quotes fields, or null for none.</summary>
    public byte? Quote { get; init; } = (byte)'"';

    /// <summary>The zone of times that do not say theirs; null for UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>The byte between groups of three digits, 0 for none; null to find out.</summary>
    public byte? GroupSeparator { get; init; }

    /// <summary>The day that elapsed times and times of day count from; null when dates are written.</summary>
    public BaseDate? BaseDate { get; init; }

    /// <summary>Whether malformed rows are left out and counted, rather than ending the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Lines to pass over before the first row.</summary>
    public long SkipLines { get; init; }

    /// <summary>All texts that stand for a missing value.</summary>
    public IEnumerable<string> AllMissing => UsualMissing.Concat(Missing);

    /// <summary>Takes the options of this format and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static CsvOptions Take(InputOptions options)
    {
        var result = new CsvOptions
        {
            Delimiter = CharacterOf(options, "delimiter", null, ("comma", ','), ("semicolon", ';'), ("tab", '\t'), ("pipe", '|'), ("space", ' ')),
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
            Quote = CharacterOf(options, "quote", (byte)'"', ("none", '\0'), ("double", '"'), ("single", '\'')) is { } quote and not 0 ? quote : null,
            TimeZone = TimeZones.Take(options),
            GroupSeparator = options.TakeWord<byte?>(
                "thousands", null, ("auto", null), ("none", 0), ("comma", (byte)','), ("point", (byte)'.'), ("space", (byte)' '), ("apostrophe", (byte)'\'')),
            BaseDate = BaseDate.Take(options),
            SkipBadRows = options.TakeWord("bad-rows", false, ("stop", false), ("skip", true)),
            SkipLines = options.TakeNumber("skip-lines", 0, 0, 1_000_000),
        };
        options.RefuseRest("csv");
        if (result.TimeColumns is { Count: not (1 or 2) })
        {
            throw new ArgumentException("Input option time-columns: name one column, or a date and a time column as Date+Time.");
        }

        if (result.BaseDate is null && result.Date >= DateOrder.ElapsedSeconds)
        {
            throw new ArgumentException("Input option date: elapsed times need the day they count from: base-date=2026-01-31, or with T12:00:00 the time on it too.");
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
                $"Input option {key}: '{text}' is neither one ASCII character nor one of {string.Join(", ", words.Select(word => word.Word))}.");
    }

    /// <summary>Takes the option <c>columns</c>: <c>u+i [A]:current</c>; null when it is not given.</summary>
    public static IReadOnlyList<(string Column, string? Name)>? TakeColumns(InputOptions options) => options.TakeList("columns", '+')?.Select(Mapping).ToList();

    private static (string Column, string? Name) Mapping(string text)
    {
        int colon = text.LastIndexOf(':');
        return colon <= 0 || colon == text.Length - 1 ? (text, null) : (text[..colon], text[(colon + 1)..]);
    }

    private static double Sentinel(string text) =>
        NumberParser.TryParse(Encoding.UTF8.GetBytes(text), (byte)'.', out double value)
            ? value
            : throw new ArgumentException($"Input option sentinels: '{text}' is not a number (with a decimal point).");

    /// <summary>Takes the option <c>date</c>: how points in time are written.</summary>
    /// <exception cref="ArgumentException">It is none of its words and no order of day, month and year.</exception>
    public static DateOrder TakeDate(InputOptions options)
    {
        if (options.Take("date") is not { } text)
        {
            return DateOrder.Auto;
        }

        // d/M/yyyy, dd.MM.yy, dmy: what counts is the order of the three letters.
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
                    $"Input option date: '{text}' is none of auto, iso, unix-s, unix-ms, unix-us, elapsed-us, elapsed-ms, elapsed-s, "
                    + "elapsed-min, elapsed-h, and no order of day, month and year such as d/M/yyyy."),
            },
        };
    }
}
