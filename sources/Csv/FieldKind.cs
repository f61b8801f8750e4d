namespace DbIngest.Sources.Csv;

/// <summary>
/// The kinds of fields in delimited text. <see cref="CsvSniffer"/> classifies the sampled fields, and <see cref="CsvTable"/>
/// finds the header by their kinds.
/// </summary>
internal enum FieldKind
{
    Text,

    /// <summary>A mark of a missing value.</summary>
    Missing,

    Number,

    /// <summary>A date, with or without a time of day.</summary>
    Date,

    Clock,
}
