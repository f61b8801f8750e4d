namespace DbIngest.Sources.Lines;

/// <summary>
/// Outcome of reading one line. <see cref="LineReader.ReadLine"/> returns it, and <see cref="LineReader.Read"/> decides by it
/// whether to keep a record, skip the line or report a fault.
/// </summary>
/// <param name="IsRecord">True when the line became a record.</param>
/// <param name="Fault">The line's fault, as a clause; null when it is sound.</param>
/// <param name="IsPerhapsTorn">True when the fault may come from a file that ends within the line.</param>
internal readonly record struct LineOutcome(bool IsRecord, string? Fault, bool IsPerhapsTorn)
{
    /// <summary>The line became a record.</summary>
    public static LineOutcome Record => new(IsRecord: true, null, IsPerhapsTorn: false);

    /// <summary>The line is sound and is skipped, for example a line of another measurement.</summary>
    public static LineOutcome Nothing => default;

    /// <summary>The line is malformed.</summary>
    public static LineOutcome Faulty(string fault, bool isPerhapsTorn) => new(IsRecord: false, fault, isPerhapsTorn);
}
