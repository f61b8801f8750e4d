using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Input options of a log of sentences (docs/reference/inputs.md). <see cref="NmeaFormat"/> takes them from the user's text when
/// it opens a file. <see cref="NmeaSniffer"/> determines what is null or automatic. Immutable.
/// </summary>
internal sealed record NmeaOptions
{
    /// <summary>The sentence whose fields become records. Null for the only one with numbers.</summary>
    public string? Sentence { get; init; }

    /// <summary>
    /// Fields to take as values, by number from 1, each with its new name or null. Null takes all fields of numbers.
    /// </summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>The notation of times before the sentences.</summary>
    public DateOrder Date { get; init; }

    /// <summary>Zone of times before the sentences that do not state theirs. Null for UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>The day of the first sentence, when no sentence gives it.</summary>
    public BaseDate? BaseDate { get; init; }

    /// <summary>True when malformed lines are skipped and counted. False when the first one ends the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes this format's options and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static NmeaOptions Take(InputOptions options)
    {
        var taken = new NmeaOptions
        {
            Sentence = options.Take("sentence"),
            Columns = CsvOptions.TakeColumns(options),
            Date = CsvOptions.TakeDate(options),
            TimeZone = TimeZones.Take(options),
            BaseDate = BaseDate.Take(options),
            SkipBadRows = options.TakeSkipBadRows(),
        };
        options.RefuseRest("nmea");
        return taken.Date < DateOrder.ElapsedSeconds
            ? taken
            : throw new ArgumentException(
                "Input option date: the format nmea reads dates and counts from 1970; elapsed times are read by the format "
                + "csv only.");
    }
}
