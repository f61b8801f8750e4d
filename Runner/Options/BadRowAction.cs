namespace DbIngest.Runner.Options;

/// <summary>
/// The values of <c>--on-bad-row</c>: the reaction to an input row that cannot be parsed. <see cref="InputRequest"/> writes the
/// name into the options of the input, whose readers know the same names, so none may be renamed here alone.
/// </summary>
internal enum BadRowAction
{
    /// <summary>Reading ends with an error that names file and line.</summary>
    Stop,

    /// <summary>The reader leaves the row out and counts it.</summary>
    Skip,
}
