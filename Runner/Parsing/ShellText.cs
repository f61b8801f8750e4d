namespace DbIngest.Runner.Parsing;

/// <summary>
/// Quotes words for a POSIX shell: in commands that users may copy, and in those that a launcher runs on another host.
/// <c>Launcher</c>, <c>ProgramCommand</c> and <c>RunVerb</c> call it. A shell must take a quoted word as it is, whatever it
/// contains.
/// </summary>
internal static class ShellText
{
    /// <summary>Quotes a word if a shell would otherwise split or expand it.</summary>
    public static string Quote(string word) =>
        word.Length > 0 && word.All(c => char.IsAsciiLetterOrDigit(c) || "-_./=,:+@%".Contains(c, StringComparison.Ordinal))
            ? word
            : "'" + word.Replace("'", "'\\''", StringComparison.Ordinal) + "'";
}
