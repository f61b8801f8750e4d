using System.Text;

namespace DbIngest.Runner.Hosts;

/// <summary>A command line as words: separated by spaces, which stand for themselves between single or double quotes.</summary>
internal static class CommandWords
{
    /// <summary>Splits a line.</summary>
    /// <param name="line">The line.</param>
    /// <returns>The words, without their quotes.</returns>
    /// <exception cref="FormatException">A quote is not closed.</exception>
    public static IReadOnlyList<string> Split(string line)
    {
        var words = new List<string>();
        var word = new StringBuilder();
        bool isWord = false;
        char? quote = null;
        foreach (char c in line)
        {
            if (quote is null && char.IsWhiteSpace(c))
            {
                if (isWord)
                {
                    words.Add(word.ToString());
                }

                isWord = false;
                word.Clear();
            }
            else if (quote is null ? c is '"' or '\'' : c == quote)
            {
                quote = quote is null ? c : null;
                isWord = true;
            }
            else
            {
                word.Append(c);
                isWord = true;
            }
        }

        return quote is not null ? throw new FormatException($"'{line}' has a quote that is not closed")
            : isWord ? [.. words, word.ToString()] : words;
    }
}
