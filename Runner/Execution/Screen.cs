using DbIngest.Analysis.Output;
using DbIngest.Runner.Parsing;
using Spectre.Console;

namespace DbIngest.Runner.Execution;

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
        if (asRemark ? Console.IsErrorRedirected : Console.IsOutputRedirected)
        {
            writer.Write(scrubber.Scrub(table.ToPlainText()));
            return;
        }

        var drawn = new Table { Border = TableBorder.Rounded, Title = new TableTitle(Markup.Escape(table.Title)) };
        for (int i = 0; i < table.Headers.Count; i++)
        {
            var column = new TableColumn(new Text(table.Headers[i], new Style(decoration: Decoration.Bold)));
            drawn.AddColumn(table.RightAligned[i] ? column.RightAligned() : column);
        }

        foreach (var row in table.Rows)
        {
            drawn.AddRow(row.Select(cell => new Text(scrubber.Scrub(cell))));
        }

        var terminal = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(writer) });
        terminal.Write(drawn);
        foreach (string note in table.Notes)
        {
            terminal.Write(new Text("- " + scrubber.Scrub(note) + Environment.NewLine, new Style(decoration: Decoration.Dim)));
        }
    }
}
