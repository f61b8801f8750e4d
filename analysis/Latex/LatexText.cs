using System.Text;

namespace DbIngest.Analysis.Latex;

/// <summary>
/// Escapes text for LaTeX: input never becomes a command. <see cref="LatexTable"/> and <see cref="LatexFiles"/> pass every text
/// from outside through it.
/// </summary>
internal static class LatexText
{
    /// <summary>Escapes a text of one line.</summary>
    public static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length + 8);
        foreach (var rune in text.EnumerateRunes())
        {
            _ = rune.Value switch
            {
                '\\' => escaped.Append(@"\textbackslash{}"),
                '~' => escaped.Append(@"\textasciitilde{}"),
                '^' => escaped.Append(@"\textasciicircum{}"),
                '<' or '>' or '|' or '"' or '\'' or '`' or '-' => escaped.Append(Literal((char)rune.Value)),
                // After the end of a row or a rule, LaTeX takes a bracket or an asterisk for an option of that command.
                '[' or ']' or '*' => escaped.Append('{').Append(rune).Append('}'),
                '#' or '$' or '%' or '&' or '_' or '{' or '}' => escaped.Append('\\').Append(rune),
                0x2265 => escaped.Append(@"$\ge$"),
                0x2264 => escaped.Append(@"$\le$"),
                0xB1 => escaped.Append(@"$\pm$"),
                0xB5 or 0x3BC => escaped.Append(@"$\mu$"),
                0x3B7 => escaped.Append(@"$\eta$"),
                0x3C9 => escaped.Append(@"$\omega$"),
                0xB2 => escaped.Append("$^2$"),
                0xD7 => escaped.Append(@"$\times$"),
                0x2013 or 0x2014 => escaped.Append("--"),
                < 0x20 or 0x7F => escaped.Append(' '),
                < 0x7F => escaped.Append(rune),

                // Letters of other scripts need a font that a paper may not load; those of Latin-1 do not.
                >= 0xC0 and <= 0xFF => escaped.Append(rune),
                _ => escaped.Append('?'),
            };
        }

        return escaped.ToString();
    }

    /// <summary>Escapes characters that LaTeX reads differently in pairs (ligatures), or in its old font encoding.</summary>
    private static string Literal(char c) => c switch
    {
        '<' => @"\textless{}",
        '>' => @"\textgreater{}",
        '|' => @"\textbar{}",
        '"' => @"\textquotedbl{}",
        '\'' => @"\textquotesingle{}",
        '`' => @"\textasciigrave{}",
        _ => "{-}",
    };
}
