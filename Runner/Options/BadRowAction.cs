namespace DbIngest.Runner.Options;

/// <summary>
/// The values of <c>--on-bad-row</c>: the reaction to an input row that cannot be parsed. <see cref="InputRequest"/> hands it to
/// the reader of the input.
/// </summary>
internal enum BadRowAction
{
    /// <summary>Reading ends with an error that names file and line.</summary>
    Stop,

    /// <summary>The row is left out and counted.</summary>
    Skip,
}
