namespace DbIngest.Runner.Parsing;

/// <summary>Text for a shell.</summary>
internal static class ShellText
{
    /// <summary>A word, in quotes when a shell would not take it for one word as it is.</summary>
    public static string Quote(string word) =>
        word.Length > 0 && word.All(c => char.IsAsciiLetterOrDigit(c) || "-_./=,:+@%".Contains(c, StringComparison.Ordinal))
            ? word
            : "'" + word.Replace("'", "'\\''", StringComparison.Ordinal) + "'";
}
