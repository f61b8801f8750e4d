using System.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// A table of strings for readers: a console, a text file, Markdown and HTML render the same content. The formatters of this
/// folder and some verbs build tables. <c>Screen</c>, the pages, and the Markdown and LaTeX files print them. Cells are plain
/// text: each renderer escapes them.
/// </summary>
public record TextTable
{
    /// <summary>The last column of words is folded to at least this many characters.</summary>
    public const int FoldedAtLeast = 16;

    /// <summary>Start of the note on the columns that <see cref="Fit"/> dropped.</summary>
    internal const string LeftOut = "Not shown at this width: ";

    /// <summary>Title of one line.</summary>
    public required string Title { get; init; }

    /// <summary>Column heads, units included.</summary>
    public required IReadOnlyList<string> Headers { get; init; }

    /// <summary>Rows with one cell per column; a missing value is an empty cell.</summary>
    public required IReadOnlyList<IReadOnlyList<string>> Rows { get; init; }

    /// <summary>True for columns of numbers, which are aligned to the right.</summary>
    public required IReadOnlyList<bool> RightAligned { get; init; }

    /// <summary>Remarks that belong to the figures, one or two sentences each.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>
    /// The order in which columns of a table that is too wide are dropped: the highest rank first, 0 never. Empty: no column is
    /// dropped.
    /// </summary>
    public IReadOnlyList<int> Ranks { get; init; } = [];

    /// <summary>Width of each column: that of its longest cell.</summary>
    public IReadOnlyList<int> Widths =>
        [.. Headers.Select((header, i) => Math.Max(header.Length, Rows.Max(row => (int?)row[i].Length) ?? 0))];

    /// <summary>
    /// Drops the least important columns that do not fit; a note lists them. Only the last column may be folded.
    /// </summary>
    /// <param name="width">In characters.</param>
    /// <param name="between">Characters that a column takes beside its cells.</param>
    /// <returns>The table, which is still too wide when no more columns may be dropped.</returns>
    public TextTable Fit(int width, int between)
    {
        var widths = Widths;
        var kept = Enumerable.Range(0, Headers.Count).ToList();
        int Needed() => kept.Sum(i => between
            + (i == kept[^1] && !RightAligned[i] ? Math.Min(widths[i], FoldedAtLeast) : widths[i]));
        while (Ranks.Count > 0 && Needed() > width && kept.Max(i => Ranks[i]) is > 0 and var highest)
        {
            // Columns of one rank go together: one bound without the other says little.
            kept.RemoveAll(i => Ranks[i] == highest);
        }

        string[] leftOut = [.. Headers.Where((_, i) => !kept.Contains(i))];
        return leftOut.Length == 0 ? this : this with
        {
            Headers = [.. kept.Select(i => Headers[i])],
            RightAligned = [.. kept.Select(i => RightAligned[i])],
            Ranks = [.. kept.Select(i => Ranks[i])],
            Rows = [.. Rows.Select(row => (IReadOnlyList<string>)[.. kept.Select(i => row[i])])],
            Notes = [$"{LeftOut}{string.Join(", ", leftOut)}. A wider terminal shows them, a file has all.",
                .. Notes],
        };
    }

    /// <summary>Renders each row as a block of lines, for a width that no table fits.</summary>
    /// <param name="width">In characters.</param>
    /// <returns>Lines ending in LF.</returns>
    public string ToBlocks(int width)
    {
        var text = new StringBuilder().Append(Title).Append('\n');
        foreach (var row in Rows)
        {
            text.Append('\n').Append(row[0]).Append('\n');
            string line = " ";
            foreach (string cell in Headers.Zip(row).Skip(1).Where(cell => cell.Second.Length > 0)
                .Select(cell => $" {cell.First} {cell.Second};"))
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

    /// <summary>Renders plain text with two blanks between columns.</summary>
    /// <returns>Lines ending in LF.</returns>
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
    /// <returns>Lines ending in LF.</returns>
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
