namespace DbIngest.Sources.Input;

/// <summary>
/// Creates the exceptions that refuse an input or a place in it. Formats and readers throw what it returns, so that all messages
/// have one form: file, line, reason.
/// </summary>
internal static class Refusal
{
    /// <summary>Makes an exception.</summary>
    /// <param name="line">The line, from 1; 0 for the file as a whole.</param>
    /// <param name="reason">The fault, as a clause.</param>
    public static InputException At(string file, long line, string reason) =>
        new(line > 0 ? FormattableString.Invariant($"{file}, line {line}: {reason}.") : $"{file}: {reason}.");
}
