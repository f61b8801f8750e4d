namespace DbIngest.Sources.Input;

/// <summary>An input that cannot be used: the message names the file, where the fault is, and what to do about it.</summary>
public sealed class InputException : Exception
{
    // What an input holds may be part of a message; an input can hold anything.
    private const int MaxMessage = 2000;

    /// <summary>Creates the exception.</summary>
    /// <param name="message">File, place, fault and remedy; cut off where it is very long, and without control characters.</param>
    /// <param name="inner">What was caught, if anything.</param>
    public InputException(string message, Exception? inner = null)
        : base(Shown.Bounded(message, MaxMessage), inner)
    {
    }
}
