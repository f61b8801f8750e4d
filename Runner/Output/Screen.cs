using DbIngest.Analysis.Output;
using DbIngest.Runner.Parsing;
using Spectre.Console;

namespace DbIngest.Runner.Output;

/// <summary>
/// Prints results to standard output and remarks to standard error. If the result is JSON, tables are remarks.
/// <c>CommandExecution</c> creates one per command, <c>AdviseVerb</c> a silent one per step. All verbs except <c>worker</c>
/// print through it. While a sweep runs, <c>Reporter</c> prints progress instead. It never prints a secret that its scrubber
/// knows.
/// </summary>
internal sealed class Screen(SecretScrubber scrubber)
{
    private const int BorderAndPadding = 3;
    private bool _isAfterTable;

    /// <summary>Knows the secrets of this process.</summary>
    public SecretScrubber Scrubber => scrubber;

    /// <summary>True drops results, tables and conclusions, for a run within <c>advise</c>. Remarks are still printed.</summary>
    public bool IsSilent { get; init; }

    /// <summary>True if standard output is a terminal. It takes nothing more once it is closed.</summary>
    public bool IsTerminal { get; init; } = !Console.IsOutputRedirected;

    /// <summary>Prints a result. Drops it if the terminal is gone.</summary>
    /// <exception cref="OutputException">A file takes nothing more, or standard output is closed.</exception>
    public void Result(string text)
    {
        if (!IsSilent)
        {
            _isAfterTable = false;
            ToOutput(() => Console.Out.WriteLine(scrubber.Scrub(text)));
        }
    }

    /// <summary>Prints a remark. Drops it if standard error takes nothing more.</summary>
    public void Remark(string text)
    {
        _isAfterTable = false;
        StandardError.TryWrite(() => Console.Error.WriteLine(scrubber.Scrub(text)));
    }

    /// <summary>
    /// Prints a table, drawn on a terminal and as plain text elsewhere. An empty line separates it from a table before it.
    /// </summary>
    /// <param name="table">The table.</param>
    /// <param name="asRemark">True prints to standard error, because standard output holds JSON.</param>
    public void Table(TextTable table, bool asRemark)
    {
        if (!IsSilent)
        {
            Print(asRemark, (writer, isRedirected) => Draw(table, writer, isRedirected));
        }
    }

    /// <summary>Prints the conclusion of a result in one or two lines.</summary>
    public void Answer(string text, bool asRemark)
    {
        if (!IsSilent)
        {
            Print(asRemark, (writer, isRedirected) => Conclude(text, writer, isRedirected));
        }
    }

    private void Print(bool asRemark, Action<TextWriter, bool> print)
    {
        if (asRemark)
        {
            StandardError.TryWrite(() => print(Console.Error, Console.IsErrorRedirected));
        }
        else
        {
            ToOutput(() => print(Console.Out, Console.IsOutputRedirected));
        }
    }

    private void ToOutput(Action write)
    {
        try
        {
            write();
        }
        catch (Exception exception) when (IsTerminal && (exception is IOException or UnauthorizedAccessException))
        {
            // The terminal is closed. A run still has files to write and an exit code to return.
        }
        catch (IOException exception)
        {
            throw new OutputException(
                $"Standard output takes nothing more ({exception.Message.TrimEnd('.')}). Free some space there, or send it "
                + "elsewhere; result folders are not concerned.", exception);
        }
        catch (UnauthorizedAccessException exception)
        {
            // The console throws it for a descriptor that the parent process closed or opened for reading alone.
            throw new OutputException(
                "Standard output is closed or cannot be written. Send it to a file or to /dev/null; result folders are not "
                + "concerned.", exception);
        }
    }

    private void Draw(TextTable table, TextWriter writer, bool isRedirected)
    {
        if (_isAfterTable)
        {
            writer.WriteLine();
        }

        _isAfterTable = true;
        if (isRedirected)
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

        var title = new TableTitle(Markup.Escape(scrubber.Scrub(table.Title)));
        var drawn = new Table { Border = TableBorder.Rounded, Title = title };
        for (int i = 0; i < table.Headers.Count; i++)
        {
            var column = new TableColumn(new Text(scrubber.Scrub(table.Headers[i]), new Style(decoration: Decoration.Bold)))
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

    private void Conclude(string text, TextWriter writer, bool isRedirected)
    {
        _isAfterTable = false;
        if (isRedirected)
        {
            writer.WriteLine(scrubber.Scrub(text) + Environment.NewLine);
            return;
        }

        var terminal = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(writer) });
        terminal.Write(new Text(scrubber.Scrub(text) + Environment.NewLine + Environment.NewLine,
            new Style(decoration: Decoration.Bold)));
    }

    /// <summary>True if a drawn table is readable: only its last column may wrap, and only if it contains words.</summary>
    private static bool Fits(TextTable table, int width)
    {
        int last = table.Headers.Count - 1;
        return table.Widths
            .Select((column, i) => BorderAndPadding
            + (i == last && !table.RightAligned[i] ? Math.Min(column, TextTable.FoldedAtLeast) : column)).Sum() + 1 <= width;
    }
}
