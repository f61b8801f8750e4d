namespace DbIngest.Sources.Input;

/// <summary>An input that cannot be used: the message names the file, where the fault is, and what to do about it.</summary>
public sealed class InputException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">File, place, fault and remedy.</param>
    /// <param name="inner">What was caught, if anything.</param>
    public InputException(string message, Exception? inner = null)
        : base(message, inner)
    {
    }
}
