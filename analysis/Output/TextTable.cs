using System.Text;

namespace DbIngest.Analysis.Output;

/// <summary>A table for people: strings only, so that a console, a text file and Markdown show the same.</summary>
public record TextTable
{
    /// <summary>A last column of words is folded to no less than this.</summary>
    public const int FoldedAtLeast = 16;

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

    /// <summary>When each column is left out of a table that is too wide: the highest first, 0 never. Empty: none ever.</summary>
    public IReadOnlyList<int> Ranks { get; init; } = [];

    /// <summary>The width of each column: that of its longest cell.</summary>
    public IReadOnlyList<int> Widths => [.. Headers.Select((header, i) => Math.Max(header.Length, Rows.Max(row => (int?)row[i].Length) ?? 0))];

    /// <summary>
    /// The table without the columns that a width does not hold, the least important first; a note says which. The last column may be
    /// folded, the others not.
    /// </summary>
    /// <param name="width">The width in characters.</param>
    /// <param name="between">Characters that a column takes beside its cells.</param>
    /// <returns>The table; wider than asked for where no more may be left out.</returns>
    public TextTable Fit(int width, int between)
    {
        var widths = Widths;
        var kept = Enumerable.Range(0, Headers.Count).ToList();
        int Needed() => kept.Sum(i => between + (i == kept[^1] && !RightAligned[i] ? Math.Min(widths[i], FoldedAtLeast) : widths[i]));
        while (Ranks.Count > 0 && Needed() > width && kept.Max(i => Ranks[i]) is > 0 and var highest)
        {
            // A bound without the other says little: what has one rank goes together.
            kept.RemoveAll(i => Ranks[i] == highest);
        }

        string[] leftOut = [.. Headers.Where((_, i) => !kept.Contains(i))];
        return leftOut.Length == 0 ? this : this with
        {
            Headers = [.. kept.Select(i => Headers[i])],
            RightAligned = [.. kept.Select(i => RightAligned[i])],
            Ranks = [.. kept.Select(i => Ranks[i])],
            Rows = [.. Rows.Select(row => (IReadOnlyList<string>)[.. kept.Select(i => row[i])])],
            Notes = [$"Not shown at this width: {string.Join(", ", leftOut)}. A wider terminal shows them, a file has all.", .. Notes],
        };
    }

    /// <summary>Renders each row as a block of its own, for a width that no table fits.</summary>
    /// <param name="width">The width in characters.</param>
    /// <returns>The text, lines ending in LF.</returns>
    public string ToBlocks(int width)
    {
        var text = new StringBuilder().Append(Title).Append('\n');
        foreach (var row in Rows)
        {
            text.Append('\n').Append(row[0]).Append('\n');
            string line = " ";
            foreach (string cell in Headers.Zip(row).Skip(1).Where(cell => cell.Second.Length > 0).Select(cell => $" {cell.First} {cell.Second};"))
            {
                if (line.Length > 1 && line.Length + cell.Length > width)
                {
                    text.Append(line).Append('\n');
                    line = " ";
                }

                line += cell;
            }

            text.Append(line.TrimEnd(';')).Append('\n');
        }

        return AppendNotes(text, "- ").ToString();
    }

    /// <summary>Renders plain text, columns two blanks apart.</summary>
    /// <returns>The text, lines ending in LF.</returns>
    public string ToPlainText()
    {
        var widths = Widths;
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
