using System.Text;

namespace DbIngest.Runner.Output;

/// <summary>Text of a given width, broken at blanks.</summary>
/// <param name="width">Characters of a line.</param>
internal sealed class WrappedText(int width)
{
    /// <summary>The widest that is still pleasant to read, and what a file or a pipe gets.</summary>
    public const int Widest = 110;

    private readonly StringBuilder _text = new();

    /// <summary>The width for standard output: that of the terminal, within reason.</summary>
    public static int WidthOfOutput => Console.IsOutputRedirected ? Widest : Math.Clamp(Console.WindowWidth - 1, 60, Widest);

    /// <summary>Adds a line as it is.</summary>
    public void Line(string text = "") => _text.Append(text).Append('\n');

    /// <summary>Adds a name and, in a column of its own, what is said of it.</summary>
    /// <param name="name">The name.</param>
    /// <param name="text">What is said.</param>
    /// <param name="column">Where the column begins.</param>
    /// <param name="indent">How far the name is indented.</param>
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

    /// <summary>Adds a paragraph.</summary>
    /// <param name="text">The text, its first line as it shall begin.</param>
    /// <param name="indent">How far the lines after the first are indented.</param>
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
