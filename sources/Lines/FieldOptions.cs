using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Input options of the formats keyvalue and jsonl, whose lines have named fields. <see cref="KeyValueFormat"/> and
/// <c>JsonLinesFormat</c> take them from the user's text when they open a file. Their sniffers determine what is null or
/// automatic. Immutable.
/// </summary>
internal sealed record FieldOptions
{
    /// <summary>The field of the time. Null for the first that holds times.</summary>
    public string? TimeKey { get; init; }

    /// <summary>The notation of times.</summary>
    public DateOrder Date { get; init; }

    /// <summary>Zone of times that do not state theirs. Null for UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>
    /// Fields to take as values, in this order, each with its new name or null. Null takes all fields of numbers.
    /// </summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>Marks of a missing value besides the usual ones.</summary>
    public IReadOnlyList<string> Missing { get; init; } = [];

    /// <summary>True when malformed lines are skipped and counted. False when the first one ends the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes the options and refuses others.</summary>
    /// <param name="options">The options not taken yet.</param>
    /// <param name="format">The format that takes them, for messages.</param>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static FieldOptions Take(InputOptions options, string format)
    {
        var taken = new FieldOptions
        {
            TimeKey = options.Take("time-key"),
            Date = CsvOptions.TakeDate(options),
            TimeZone = TimeZones.Take(options),
            Columns = CsvOptions.TakeColumns(options),
            Missing = options.TakeList("missing", '|') ?? [],
            SkipBadRows = options.TakeSkipBadRows(),
        };
        options.RefuseRest(format);
        return taken.Date < DateOrder.ElapsedSeconds
            ? taken
            : throw new ArgumentException(
                $"Input option date: the format {format} reads dates and counts from 1970; elapsed times are read by the "
                + $"format csv only.");
    }
}
