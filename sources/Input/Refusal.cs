namespace DbIngest.Sources.Input;

/// <summary>Says where in a record something is wrong, and what.</summary>
internal static class Refusal
{
    /// <summary>Makes the error.</summary>
    /// <param name="file">The file.</param>
    /// <param name="line">The line, from 1; 0 for the file as a whole.</param>
    /// <param name="reason">What is wrong, as a clause.</param>
    /// <returns>The error to throw.</returns>
    public static InputException At(string file, long line, string reason) =>
        new(line > 0 ? FormattableString.Invariant($"{file}, line {line}: {reason}.") : $"{file}: {reason}.");
}
