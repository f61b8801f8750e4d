using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.P1;

/// <summary>How telegrams are read.</summary>
internal sealed record P1Options
{
    /// <summary>The values to take by their names, in this order, each with the name it gets; null for all that have a unit.</summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>The zone whose standard time is the winter time of the meter; null for UTC+1.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>Whether malformed telegrams are left out and counted, rather than ending the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes the options of this format and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static P1Options Take(InputOptions options)
    {
        var taken = new P1Options
        {
            Columns = CsvOptions.TakeColumns(options),
            TimeZone = TimeZones.Take(options),
            SkipBadRows = options.TakeWord("bad-rows", false, ("stop", false), ("skip", true)),
        };
        options.RefuseRest("p1");
        return taken;
    }
}
