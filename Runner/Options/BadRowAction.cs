namespace DbIngest.Runner.Options;

/// <summary>What a row of an input that cannot be read does.</summary>
internal enum BadRowAction
{
    /// <summary>It ends the reading.</summary>
    Stop,

    /// <summary>It is counted and left out.</summary>
    Skip,
}
