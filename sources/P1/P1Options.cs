using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.P1;

/// <summary>
/// Input options of P1 captures (docs/reference/inputs.md). <see cref="P1Format"/> takes them from the user's text when it opens
/// a file. <see cref="P1Sniffer"/> and <see cref="P1Reader"/> obey them. Immutable.
/// </summary>
internal sealed record P1Options
{
    /// <summary>
    /// Values to take by name, in this order, each with its new name or null. Null takes all objects with a unit.
    /// </summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>Zone whose standard time is the meter's winter time. Null for UTC+1.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>True when malformed telegrams are skipped and counted. False when the first one ends the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes this format's options and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static P1Options Take(InputOptions options)
    {
        var taken = new P1Options
        {
            Columns = CsvOptions.TakeColumns(options),
            TimeZone = TimeZones.Take(options),
            SkipBadRows = options.TakeSkipBadRows(),
        };
        options.RefuseRest("p1");
        return taken;
    }
}
