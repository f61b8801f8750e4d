using System.Text;

namespace DbIngest.Analysis.Output;

/// <summary>A table for people: strings only, so that a console, a text file and Markdown show the same.</summary>
public record TextTable
{
    /// <summary>What it shows, in one line.</summary>
    public required string Title { get; init; }

    /// <summary>The column heads, units included.</summary>
    public required IReadOnlyList<string> Headers { get; init; }

    /// <summary>The rows, each with as many cells as there are heads; a missing value is an empty cell.</summary>
    public required IReadOnlyList<IReadOnlyList<string>> Rows { get; init; }

    /// <summary>Which columns hold numbers and are aligned to the right.</summary>
    public required IReadOnlyList<bool> RightAligned { get; init; }

    /// <summary>What a reader must know beside the figures, one sentence or two each.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Renders plain text, columns two blanks apart.</summary>
    /// <returns>The text, lines ending in LF.</returns>
    public string ToPlainText()
    {
        int[] widths = [.. Headers.Select((header, i) => Math.Max(header.Length, Rows.Max(row => (int?)row[i].Length) ?? 0))];
        var text = new StringBuilder().Append(Title).Append("\n\n");
        foreach (var row in Rows.Prepend(widths.Select(width => new string('-', width)).ToList()).Prepend(Headers))
        {
            var cells = row.Select((cell, i) => RightAligned[i] ? cell.PadLeft(widths[i]) : cell.PadRight(widths[i]));
            text.Append(string.Join("  ", cells).TrimEnd()).Append('\n');
        }

        return AppendNotes(text, "- ").ToString();
    }

    /// <summary>Renders a Markdown table.</summary>
    /// <returns>The text, lines ending in LF.</returns>
    public string ToMarkdown()
    {
        var text = new StringBuilder().Append("**").Append(MarkdownText.Escape(Title)).Append("**\n\n");
        AppendMarkdownRow(text, Headers.Select(MarkdownText.Escape));
        AppendMarkdownRow(text, RightAligned.Select(right => right ? "---:" : "---"));
        foreach (var row in Rows)
        {
            AppendMarkdownRow(text, row.Select(MarkdownText.Escape));
        }

        return AppendNotes(text, "- ", MarkdownText.Escape).ToString();
    }

    private static void AppendMarkdownRow(StringBuilder text, IEnumerable<string> cells) =>
        text.Append("| ").AppendJoin(" | ", cells).Append(" |\n");

    private StringBuilder AppendNotes(StringBuilder text, string bullet, Func<string, string>? escape = null)
    {
        if (Notes.Count > 0)
        {
            text.Append('\n');
        }

        foreach (string note in Notes)
        {
            text.Append(bullet).Append(escape is null ? note : escape(note)).Append('\n');
        }

        return text;
    }
}
