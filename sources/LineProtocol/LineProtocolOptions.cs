using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.LineProtocol;

/// <summary>
/// Input options of line protocol (docs/reference/inputs.md). <see cref="LineProtocolFormat"/> takes them from the user's text
/// when it opens a file. <see cref="LineProtocolSniffer"/> determines what is null. Immutable.
/// </summary>
internal sealed record LineProtocolOptions
{
    /// <summary>The measurement whose lines become records. Null for the only one with numbers.</summary>
    public string? Measurement { get; init; }

    /// <summary>
    /// Fields to take as values, in this order, each with its new name or null. Null takes all fields of numbers.
    /// </summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>Conditions on tags that a line must meet to be read. Empty reads all lines.</summary>
    public IReadOnlyList<RowFilter> Where { get; init; } = [];

    /// <summary>The tag that names the fields of a line in a long table. Null when each line is a record.</summary>
    public string? Pivot { get; init; }

    /// <summary>The unit of times. Null to detect it.</summary>
    public TimePrecision? Precision { get; init; }

    /// <summary>True when malformed lines are skipped and counted. False when the first one ends the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes this format's options and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static LineProtocolOptions Take(InputOptions options)
    {
        var taken = new LineProtocolOptions
        {
            Measurement = options.Take("measurement"),
            Columns = CsvOptions.TakeColumns(options),
            Where = RowFilter.Take(options),
            Pivot = options.Take("pivot"),
            Precision = options.TakeWord<TimePrecision?>("precision", null,
                [.. TimePrecision.All.Select(one => (one.Word, (TimePrecision?)one))]),
            SkipBadRows = options.TakeSkipBadRows(),
        };
        options.RefuseRest("influx");
        return taken;
    }
}
