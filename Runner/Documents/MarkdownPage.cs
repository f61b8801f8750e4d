using System.Text;
using System.Text.RegularExpressions;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Documents;

/// <summary>
/// Builds a page of Markdown: headings, wrapped paragraphs, code and tables. Each page of docs/reference creates one and returns
/// its text. The page escapes the cells of a table. Other texts must be Markdown already.
/// </summary>
internal sealed partial class MarkdownPage
{
    /// <summary>Most characters per line of a paragraph. Rows of tables and code may be longer.</summary>
    private const int Width = 120;

    private readonly StringBuilder _text = new();

    /// <summary>Begins a page with its title and a line that says where it comes from.</summary>
    /// <param name="title">The title, without a number sign.</param>
    public MarkdownPage(string title)
    {
        _text.Append("# ").Append(title).Append('\n');
        _text.Append("\n<!-- Written by `dotnet run --project Runner -- docs`; a test compares. Edit the program's tables, not this page. -->\n");
    }

    /// <summary>Adds a heading.</summary>
    /// <param name="level">2 or 3.</param>
    /// <param name="text">The heading.</param>
    public void Heading(int level, string text) => _text.Append('\n').Append('#', level).Append(' ').Append(text).Append('\n');

    /// <summary>Adds a paragraph, wrapped.</summary>
    /// <param name="text">The text, in Markdown.</param>
    public void Paragraph(string text)
    {
        var wrapped = new WrappedText(Width);
        wrapped.Wrap(text, 0);
        _text.Append('\n').Append(wrapped);
    }

    /// <summary>Adds lines as a code block, unchanged.</summary>
    /// <param name="lines">The lines. An empty list adds nothing.</param>
    public void Code(IEnumerable<string> lines)
    {
        string block = string.Concat(lines.Select(line => line.TrimEnd() + '\n'));
        if (block.Length > 0)
        {
            _text.Append("\n```\n").Append(block).Append("```\n");
        }
    }

    /// <summary>Adds a table.</summary>
    /// <param name="headers">The names of the columns.</param>
    /// <param name="rows">A cell for each column, in Markdown.</param>
    public void Table(IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> rows)
    {
        _text.Append('\n').Append(Row(headers)).Append('|').Insert(_text.Length, "---|", headers.Count).Append('\n');
        foreach (var row in rows)
        {
            _text.Append(Row(row.Select(Cell)));
        }
    }

    /// <summary>Puts text between backquotes. Returns an empty text unchanged.</summary>
    /// <param name="text">Plain text.</param>
    public static string Quoted(string text) => text.Length == 0 ? text : $"`{text}`";

    /// <summary>Marks the options and placeholders in a text of the help as code.</summary>
    public static string OfHelp(string text) => Marked().Replace(text, match => $"`{match.Value.Trim('\'')}`");

    /// <inheritdoc/>
    public override string ToString() => _text.ToString();

    private static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |\n";

    // A bar ends a cell even within code. An angle bracket outside of code starts a tag.
    private static string Cell(string text) => string.Join('`', text.Replace("\\|", "|", StringComparison.Ordinal)
        .Replace("|", "\\|", StringComparison.Ordinal).ReplaceLineEndings(" ").Split('`')
        .Select((part, i) => i % 2 == 0 ? part.Replace("<", "\\<", StringComparison.Ordinal) : part));

    [GeneratedRegex(@"(?<!\w)'[^']+'(?!\w)|(?<![\w`-])--[a-z][a-z-]*[a-z](=\S+\w)?|\bDBINGEST_[A-Z0-9_<>]+",
        RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Marked();
}
