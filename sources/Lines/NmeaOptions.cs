using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>How a log of sentences is to be read.</summary>
internal sealed record NmeaOptions
{
    /// <summary>The sentence whose fields become records; null when there is one that holds numbers.</summary>
    public string? Sentence { get; init; }

    /// <summary>The fields to take as values, by their number from 1, each with the name it gets; null for all that hold numbers.</summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>How times before the sentences are written.</summary>
    public DateOrder Date { get; init; }

    /// <summary>The zone of times before the sentences that do not say theirs; null for UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>The day of the first sentence, where none says its date.</summary>
    public BaseDate? BaseDate { get; init; }

    /// <summary>Whether malformed lines are left out and counted, rather than ending the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes the options of this format and refuses others.</summary>
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
            SkipBadRows = options.TakeWord("bad-rows", false, ("stop", false), ("skip", true)),
        };
        options.RefuseRest("nmea");
        return taken.Date < DateOrder.ElapsedSeconds
            ? taken
            : throw new ArgumentException("Input option date: the format nmea reads dates and counts from 1970; elapsed times are read by the format csv only.");
    }
}
