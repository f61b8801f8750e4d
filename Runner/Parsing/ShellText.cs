namespace DbIngest.Runner.Parsing;

/// <summary>
/// Quotes words for a POSIX shell: in texts that users may copy (<c>ProgramCommand</c>, <c>RunVerb</c>, <c>ArchivedOptions</c>)
/// and in commands that <c>Launcher</c> runs on another host. A shell must take a quoted word as it is, whatever the word
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
