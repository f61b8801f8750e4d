namespace DbIngest.Sources.Csv;

/// <summary>
/// What a field looks like. <see cref="CsvSniffer"/> classifies the sampled fields. <see cref="CsvTable"/> finds the header by
/// the kinds.
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
