using System.Text.RegularExpressions;

namespace DbIngest.Bench.Images;

/// <summary>
/// Extracts the visible lines from a program's terminal output, and which of them begin in bold. <see cref="Pictures"/> calls it.
/// </summary>
internal static partial class TerminalText
{
    /// <summary>Returns the lines without escape sequences.</summary>
    public static IReadOnlyList<(string Text, bool IsBold)> Lines(string output)
    {
        bool isBold = false;
        var lines = new List<(string Text, bool IsBold)>();
        foreach (string line in output.ReplaceLineEndings("\n").Split('\n'))
        {
            // A style lasts over lines until it is reset.
            bool begins = isBold || Sequence().Matches(line).Any(Sets);
            foreach (Match sequence in Sequence().Matches(line))
            {
                isBold = Sets(sequence) || (isBold && !sequence.ValueSpan.EndsWith("[0m"));
            }

            string text = Sequence().Replace(line, string.Empty).TrimEnd();
            lines.Add((text, begins && !text.Contains('│', StringComparison.Ordinal)));
        }

        return lines;
    }

    private static bool Sets(Match sequence) => sequence.ValueSpan.EndsWith("[1m");

    [GeneratedRegex(@"\u001b(\[[0-9;?]*[A-Za-z]|[=>])", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Sequence();
}
