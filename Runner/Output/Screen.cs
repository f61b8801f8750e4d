using DbIngest.Analysis.Output;
using DbIngest.Runner.Parsing;
using Spectre.Console;

namespace DbIngest.Runner.Output;

/// <summary>
/// Where results and remarks go: results to standard output, remarks to standard error. When the result is JSON, tables
/// are remarks. Nothing that passes here shows a secret.
/// </summary>
internal sealed class Screen(SecretScrubber scrubber)
{
    /// <summary>Knows the secrets.</summary>
    public SecretScrubber Scrubber => scrubber;

    /// <summary>Writes a result.</summary>
    public void Result(string text) => Console.Out.WriteLine(scrubber.Scrub(text));

    /// <summary>Writes a remark.</summary>
    public void Remark(string text) => Console.Error.WriteLine(scrubber.Scrub(text));

    /// <summary>Writes a table, with colours and lines on a terminal, else as plain text.</summary>
    /// <param name="table">The table.</param>
    /// <param name="asRemark">Whether it goes to standard error, since standard output is for JSON.</param>
    public void Table(TextTable table, bool asRemark)
    {
        var writer = asRemark ? Console.Error : Console.Out;
        bool redirected = asRemark ? Console.IsErrorRedirected : Console.IsOutputRedirected;
        var terminal = redirected ? null : AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(writer) });
        if (terminal is null || !Fits(table, terminal.Profile.Width))
        {
            writer.Write(scrubber.Scrub(table.ToPlainText()));
            return;
        }

        var drawn = new Table { Border = TableBorder.Rounded, Title = new TableTitle(Markup.Escape(table.Title)) };
        for (int i = 0; i < table.Headers.Count; i++)
        {
            var column = new TableColumn(new Text(table.Headers[i], new Style(decoration: Decoration.Bold)))
            {
                NoWrap = i < table.Headers.Count - 1,
                Alignment = table.RightAligned[i] ? Justify.Right : Justify.Left,
            };
            drawn.AddColumn(column);
        }

        foreach (var row in table.Rows)
        {
            drawn.AddRow(row.Select(cell => new Text(scrubber.Scrub(cell))));
        }

        terminal.Write(drawn);
        foreach (string note in table.Notes)
        {
            terminal.Write(new Text("- " + scrubber.Scrub(note) + Environment.NewLine, new Style(decoration: Decoration.Dim)));
        }
    }

    /// <summary>Whether a drawn table is readable: only its last column may be folded, and not to less than some words.</summary>
    private static bool Fits(TextTable table, int width)
    {
        const int lastAtLeast = 24;
        const int borderAndPadding = 3;
        int last = table.Headers.Count - 1;
        int[] widths = [.. table.Headers.Select((header, i) => Math.Max(header.Length, table.Rows.Max(row => (int?)row[i].Length) ?? 0))];
        return widths.Take(last).Sum() + Math.Min(widths[last], lastAtLeast) + (widths.Length * borderAndPadding) + 1 <= width;
    }
}
