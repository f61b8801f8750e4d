namespace DbIngest.Sources.Lines;

/// <summary>What a line turned out to be.</summary>
/// <param name="IsRecord">Whether a record was read from it.</param>
/// <param name="Fault">What is wrong with it, as a clause; null when nothing is.</param>
/// <param name="IsPerhapsTorn">Whether the fault may come from the end of the file cutting the line off.</param>
internal readonly record struct LineFound(bool IsRecord, string? Fault, bool IsPerhapsTorn)
{
    /// <summary>A record.</summary>
    public static LineFound Record => new(IsRecord: true, null, IsPerhapsTorn: false);

    /// <summary>A line that is passed over.</summary>
    public static LineFound Nothing => default;

    /// <summary>A malformed line.</summary>
    public static LineFound Faulty(string fault, bool isPerhapsTorn) => new(IsRecord: false, fault, isPerhapsTorn);
}
