using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>How lines of named fields are read. Whatever is null or automatic is found out from the content.</summary>
internal sealed record FieldOptions
{
    /// <summary>The field of the time; null for the first that holds times.</summary>
    public string? TimeKey { get; init; }

    /// <summary>How points in time are written.</summary>
    public DateOrder Date { get; init; }

    /// <summary>The zone of times that do not say theirs; null for UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>The fields to take as values, in this order, each with the name it gets; null for all that hold numbers.</summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>Texts that stand for a missing value, besides the usual ones.</summary>
    public IReadOnlyList<string> Missing { get; init; } = [];

    /// <summary>Whether malformed lines are left out and counted, rather than ending the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes the options and refuses others.</summary>
    /// <param name="options">The options that are left.</param>
    /// <param name="format">The format that takes them.</param>
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
            SkipBadRows = options.TakeWord("bad-rows", false, ("stop", false), ("skip", true)),
        };
        options.RefuseRest(format);
        return taken.Date < DateOrder.ElapsedSeconds
            ? taken
            : throw new ArgumentException($"Input option date: the format {format} reads dates and counts from 1970; elapsed times are read by the format csv only.");
    }
}
