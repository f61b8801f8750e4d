namespace DbIngest.Sources.Csv;

/// <summary>
/// The kinds of fields in delimited text. <see cref="CsvSniffer"/> classifies the sampled fields, and <see cref="CsvTable"/>
/// tells header and data apart by their kinds. Readers never use it.
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
