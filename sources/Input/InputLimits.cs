namespace DbIngest.Sources.Input;

/// <summary>
/// Limits on the expansion of a compressed input. <see cref="InputSet"/> takes them from the input options.
/// <see cref="InputFile"/> enforces them. Immutable.
/// </summary>
/// <param name="Bytes">The most bytes of content.</param>
/// <param name="Ratio">The most bytes of content per byte of the file, beyond 64 MiB.</param>
internal sealed record InputLimits(long Bytes, long Ratio)
{
    /// <summary>Takes the options <c>max-bytes</c> and <c>max-ratio</c>.</summary>
    /// <exception cref="ArgumentException">A value is out of range.</exception>
    public static InputLimits Take(InputOptions options) => new(
        options.TakeNumber("max-bytes", 64L << 30, 1, 1L << 50), options.TakeNumber("max-ratio", 200, 1, 1100));
}
