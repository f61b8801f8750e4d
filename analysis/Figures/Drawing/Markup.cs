using System.Globalization;
using System.Text;

namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Writes elements that are both XML (figures) and HTML (the report): whatever comes from outside passes <see cref="Escape"/>,
/// so that a name, a path or a setting can never become markup.
/// </summary>
internal sealed class Markup
{
    private readonly StringBuilder _text = new();
    private readonly Stack<string> _open = new();

    /// <summary>Opens an element; attributes without a value are left out.</summary>
    public Markup Open(string element, params ReadOnlySpan<(string Name, object? Value)> attributes)
    {
        Start(element, attributes);
        _text.Append('>');
        _open.Push(element);
        return this;
    }

    /// <summary>Closes the element opened last.</summary>
    public Markup Close()
    {
        _text.Append("</").Append(_open.Pop()).Append('>');
        return this;
    }

    /// <summary>An element that holds nothing: of a figure, or one of HTML's void elements.</summary>
    public Markup Empty(string element, params ReadOnlySpan<(string Name, object? Value)> attributes)
    {
        Start(element, attributes);
        _text.Append("/>");
        return this;
    }

    /// <summary>An element that holds a text.</summary>
    public Markup Element(string element, string text, params ReadOnlySpan<(string Name, object? Value)> attributes) =>
        Open(element, attributes).Text(text).Close();

    /// <summary>A text.</summary>
    public Markup Text(string text)
    {
        _text.Append(Escape(text));
        return this;
    }

    /// <summary>A line end, so that the source can be read and compared.</summary>
    public Markup Line()
    {
        _text.Append('\n');
        return this;
    }

    /// <summary>Text that is markup already: style sheets, scripts and what another instance wrote. Never from outside.</summary>
    public Markup Trusted(string text)
    {
        _text.Append(text);
        return this;
    }

    public override string ToString() => _text.ToString();

    /// <summary>
    /// A text as content or attribute value. What XML cannot hold, and marks that turn the direction of what follows,
    /// become U+FFFD.
    /// </summary>
    public static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length + 16);
        foreach (var rune in text.EnumerateRunes())
        {
            _ = rune.Value switch
            {
                '&' => escaped.Append("&amp;"),
                '<' => escaped.Append("&lt;"),
                '>' => escaped.Append("&gt;"),
                '"' => escaped.Append("&quot;"),
                '\'' => escaped.Append("&#39;"),
                '\n' or '\t' => escaped.Append((char)rune.Value),
                < 0x20 or (>= 0x7F and < 0xA0) or (>= 0x202A and <= 0x202E) or (>= 0x2066 and <= 0x2069) or 0xFFFE or 0xFFFF =>
                    escaped.Append('\uFFFD'),
                _ => escaped.Append(rune),
            };
        }

        return escaped.ToString();
    }

    /// <summary>A number as figures hold it: at most two decimals, never a negative zero.</summary>
    public static string Number(double value)
    {
        string text = value.ToString("0.##", CultureInfo.InvariantCulture);
        return text == "-0" ? "0" : text;
    }

    private void Start(string element, ReadOnlySpan<(string Name, object? Value)> attributes)
    {
        _text.Append('<').Append(element);
        foreach (var (name, value) in attributes)
        {
            string? text = value switch
            {
                null => null,
                double number => Number(number),
                IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
                _ => value.ToString(),
            };
            if (text is not null)
            {
                _text.Append(' ').Append(name).Append("=\"").Append(Escape(text)).Append('"');
            }
        }
    }
}
