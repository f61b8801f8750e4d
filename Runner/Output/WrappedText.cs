using System.Text;

namespace DbIngest.Runner.Output;

/// <summary>
/// Builds text that wraps at blanks. <c>HelpText</c> and <c>TargetText</c> use one object per text, <c>MarkdownPage</c> one
/// per paragraph. It never breaks a word: a word longer than a line stays whole.
/// </summary>
/// <param name="width">Most characters per line, unless one word is longer.</param>
internal sealed class WrappedText(int width)
{
    /// <summary>Widest line in characters, and the width of output to files and pipes.</summary>
    public const int Widest = 110;

    private readonly StringBuilder _text = new();

    /// <summary>Width for standard output in characters: the width of the terminal, within 60 to <see cref="Widest"/>.</summary>
    public static int WidthOfOutput => Console.IsOutputRedirected ? Widest : Math.Clamp(Console.WindowWidth - 1, 60, Widest);

    /// <summary>Appends a line without wrapping.</summary>
    public void Line(string text = "") => _text.Append(text).Append('\n');

    /// <summary>Appends a name and its explanation in a column.</summary>
    /// <param name="name">The name.</param>
    /// <param name="text">The explanation.</param>
    /// <param name="column">Column of the explanation.</param>
    /// <param name="indent">Column of the name.</param>
    public void Entry(string name, string text, int column, int indent = 2)
    {
        string head = (new string(' ', indent) + name).PadRight(column);
        if (indent + name.Length > column - 1)
        {
            Line(head.TrimEnd());
            head = new string(' ', column);
        }

        Wrap(head + text, column);
    }

    /// <summary>Appends a paragraph.</summary>
    /// <param name="text">The text, with the indentation of its first line.</param>
    /// <param name="indent">Indentation of the other lines.</param>
    public void Wrap(string text, int indent)
    {
        string line = text;
        while (line.Length > width && line.LastIndexOf(' ', width) is var cut && cut > indent)
        {
            Line(line[..cut].TrimEnd());
            line = new string(' ', indent) + line[(cut + 1)..];
        }

        Line(line.TrimEnd());
    }

    public override string ToString() => _text.ToString();
}
