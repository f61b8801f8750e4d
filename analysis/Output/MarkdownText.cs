using System.Text;

namespace DbIngest.Analysis.Output;

/// <summary>Text within Markdown: what comes from outside becomes neither markup nor a cell of its own.</summary>
internal static class MarkdownText
{
    private const string Special = "\\`*[]<>|#&";

    /// <summary>A text of one line.</summary>
    public static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length + 8);
        foreach (char c in text)
        {
            if (Special.Contains(c, StringComparison.Ordinal))
            {
                escaped.Append('\\');
            }

            escaped.Append(char.IsControl(c) ? ' ' : c);
        }

        return escaped.ToString();
    }

    /// <summary>A line within a fence of three backticks, which it cannot end.</summary>
    public static string InFence(string line) => line.ReplaceLineEndings(" ").Replace("```", "` ` `", StringComparison.Ordinal);
}
