using System.Globalization;
using System.Text;

namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Writes elements that are both XML (figures) and HTML (the report). Charts, and the pages of <c>analysis/Report</c>,
/// <c>analysis/Publish</c> and <c>analysis/Live</c>, write everything through it. All text from outside passes
/// <see cref="Escape"/>, so that a name, a path or a setting never becomes markup. It does not check that every opened element is
/// closed.
/// </summary>
internal sealed class MarkupWriter
{
    private readonly StringBuilder _text = new();
    private readonly Stack<string> _open = new();

    /// <summary>Opens an element; attributes with a null value are left out.</summary>
    public MarkupWriter Open(string element, params ReadOnlySpan<(string Name, object? Value)> attributes)
    {
        Start(element, attributes);
        _text.Append('>');
        _open.Push(element);
        return this;
    }

    /// <summary>Closes the element opened last.</summary>
    public MarkupWriter Close()
    {
        _text.Append("</").Append(_open.Pop()).Append('>');
        return this;
    }

    /// <summary>Writes an element without content: of a figure, or one of HTML's void elements.</summary>
    public MarkupWriter Empty(string element, params ReadOnlySpan<(string Name, object? Value)> attributes)
    {
        Start(element, attributes);
        _text.Append("/>");
        return this;
    }

    /// <summary>Writes an element with a text.</summary>
    public MarkupWriter Element(string element, string text, params ReadOnlySpan<(string Name, object? Value)> attributes) =>
        Open(element, attributes).Text(text).Close();

    /// <summary>Writes a text, escaped.</summary>
    public MarkupWriter Text(string text)
    {
        _text.Append(Escape(text));
        return this;
    }

    /// <summary>Writes a line end, so that the source can be read and compared.</summary>
    public MarkupWriter Line()
    {
        _text.Append('\n');
        return this;
    }

    /// <summary>
    /// Writes text that is markup already: style sheets, scripts and the output of another instance. Never pass text from
    /// outside.
    /// </summary>
    public MarkupWriter Trusted(string text)
    {
        _text.Append(text);
        return this;
    }

    public override string ToString() => _text.ToString();

    /// <summary>
    /// Escapes a text for content or an attribute value. Characters that XML cannot hold, and marks that change the direction of
    /// writing, become U+FFFD.
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

    /// <summary>Formats a number for a figure: at most two decimals, never a negative zero.</summary>
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
