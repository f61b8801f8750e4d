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
    private const int BorderAndPadding = 3;

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
        if (redirected)
        {
            writer.Write(scrubber.Scrub(table.ToPlainText()));
            return;
        }

        var terminal = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(writer) });
        table = table.Fit(terminal.Profile.Width - 1, BorderAndPadding);
        if (!Fits(table, terminal.Profile.Width))
        {
            writer.Write(scrubber.Scrub(table.ToBlocks(terminal.Profile.Width - 1)));
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

    /// <summary>Writes what matters most of a result: one line, or two.</summary>
    public void Answer(string text, bool asRemark)
    {
        var writer = asRemark ? Console.Error : Console.Out;
        if (asRemark ? Console.IsErrorRedirected : Console.IsOutputRedirected)
        {
            writer.WriteLine(scrubber.Scrub(text) + Environment.NewLine);
            return;
        }

        var terminal = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(writer) });
        terminal.Write(new Text(scrubber.Scrub(text) + Environment.NewLine + Environment.NewLine, new Style(decoration: Decoration.Bold)));
    }

    /// <summary>Whether a drawn table is readable: only its last column may be folded, and only when it holds words.</summary>
    private static bool Fits(TextTable table, int width)
    {
        int last = table.Headers.Count - 1;
        return table.Widths.Select((column, i) => BorderAndPadding + (i == last && !table.RightAligned[i] ? Math.Min(column, TextTable.FoldedAtLeast) : column)).Sum() + 1 <= width;
    }
}
