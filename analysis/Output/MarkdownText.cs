using System.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Escapes text for Markdown, so that input becomes no HTML, code, heading, bold text, link in brackets or table cell.
/// Underscores and bare addresses stay as they are. <see cref="TextTable"/>, <c>ReportMarkdown</c>, <c>AdviceFiles</c> and
/// <c>ArchiveReadme</c> pass every text from outside through it.
/// </summary>
internal static class MarkdownText
{
    private const string Special = "\\`*[]<>|#&";

    /// <summary>Escapes a text of one line.</summary>
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

    /// <summary>Makes a line safe within a fence of three backticks: it cannot end the fence.</summary>
    public static string InFence(string line) => line.ReplaceLineEndings(" ").Replace("```", "` ` `", StringComparison.Ordinal);
}
