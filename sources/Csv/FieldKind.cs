namespace DbIngest.Sources.Csv;

/// <summary>What a field looks like.</summary>
internal enum FieldKind
{
    /// <summary>Anything else.</summary>
    Text,

    /// <summary>What stands for a missing value.</summary>
    Missing,

    /// <summary>A number.</summary>
    Number,

    /// <summary>A date, with or without a time of day.</summary>
    Date,

    /// <summary>A time of day.</summary>
    Clock,
}
