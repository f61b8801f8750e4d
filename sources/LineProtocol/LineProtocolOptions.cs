using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.LineProtocol;

/// <summary>How line protocol is read. Whatever is null is found out from the content.</summary>
internal sealed record LineProtocolOptions
{
    /// <summary>The measurement whose lines become records; null for the only one that holds numbers.</summary>
    public string? Measurement { get; init; }

    /// <summary>The fields to take as values, in this order, each with the name it gets; null for all that hold numbers.</summary>
    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>Which lines are read, by their tags; empty for all.</summary>
    public IReadOnlyList<RowFilter> Where { get; init; } = [];

    /// <summary>The tag that says what the fields of a line are of; null when each line is a record.</summary>
    public string? Pivot { get; init; }

    /// <summary>What times count; null to find out.</summary>
    public TimePrecision? Precision { get; init; }

    /// <summary>Whether malformed lines are left out and counted, rather than ending the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes the options of this format and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static LineProtocolOptions Take(InputOptions options)
    {
        var taken = new LineProtocolOptions
        {
            Measurement = options.Take("measurement"),
            Columns = CsvOptions.TakeColumns(options),
            Where = RowFilter.Take(options),
            Pivot = options.Take("pivot"),
            Precision = options.TakeWord<TimePrecision?>("precision", null, [.. TimePrecision.All.Select(one => (one.Word, (TimePrecision?)one))]),
            SkipBadRows = options.TakeWord("bad-rows", false, ("stop", false), ("skip", true)),
        };
        options.RefuseRest("influx");
        return taken;
    }
}
