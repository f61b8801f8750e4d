namespace DbIngest.Sources.Input;

/// <summary>
/// An input cannot be read. Formats and readers throw it. <c>WorkloadOpener</c> and <c>SourcesVerb</c> catch it, and the program
/// prints its message and ends. The message names the file, the place, the fault and the remedy, and is bounded, since it may
/// quote the input.
/// </summary>
public sealed class InputException : Exception
{
    // A message may repeat content of the input, which can be anything.
    private const int MaxMessage = 2000;

    /// <summary>Creates the exception.</summary>
    /// <param name="message">File, place, fault and remedy. It is cut off after 2,000 characters, and control characters are
    /// replaced.</param>
    /// <param name="inner">The exception that was caught, if any.</param>
    public InputException(string message, Exception? inner = null)
        : base(SafeText.Bounded(message, MaxMessage), inner)
    {
    }
}
