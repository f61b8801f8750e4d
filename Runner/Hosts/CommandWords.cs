using System.Text;

namespace DbIngest.Runner.Hosts;

/// <summary>
/// Splits a command line into words at white space, except within single or double quotes. <see cref="Launcher"/> splits
/// <c>--launcher</c> with it. It expands no variables and treats a backslash as an ordinary character.
/// </summary>
internal static class CommandWords
{
    /// <summary>Splits a line.</summary>
    /// <param name="line">The line.</param>
    /// <returns>The words without their quotes, and whether any part of a word was quoted.</returns>
    /// <exception cref="FormatException">A quote is not closed.</exception>
    public static IReadOnlyList<(string Text, bool IsQuoted)> Split(string line)
    {
        var words = new List<(string Text, bool IsQuoted)>();
        var word = new StringBuilder();
        bool isWord = false;
        bool isQuoted = false;
        char? quote = null;
        foreach (char c in line)
        {
            if (quote is null && char.IsWhiteSpace(c))
            {
                if (isWord)
                {
                    words.Add((word.ToString(), isQuoted));
                }

                (isWord, isQuoted) = (false, false);
                word.Clear();
            }
            else if (quote is null ? c is '"' or '\'' : c == quote)
            {
                quote = quote is null ? c : null;
                (isWord, isQuoted) = (true, true);
            }
            else
            {
                word.Append(c);
                isWord = true;
            }
        }

        return quote is not null ? throw new FormatException($"'{line}' has a quote that is not closed")
            : isWord ? [.. words, (word.ToString(), isQuoted)] : words;
    }
}
