namespace DbIngest.Sources.Csv;

/// <summary>What a field looks like, for the search of a table's header (<see cref="CsvTable"/>).</summary>
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
