using System.Globalization;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>Cuts a statement into words, numbers, texts and signs.</summary>
internal static class Lexer
{
    public static List<Lexeme> Read(string sql)
    {
        var lexemes = new List<Lexeme>();
        int at = 0;
        while (at < sql.Length)
        {
            char c = sql[at];
            if (char.IsWhiteSpace(c))
            {
                at++;
            }
            else if (c == '-' && at + 1 < sql.Length && sql[at + 1] == '-')
            {
                at = sql.IndexOf('\n', at) is var end && end < 0 ? sql.Length : end;
            }
            else if (c == '[')
            {
                lexemes.Add(new Lexeme(LexemeKind.Name, Quoted(sql, ref at, ']')));
            }
            else if (c == '\'' || ((c is 'N' or 'n') && at + 1 < sql.Length && sql[at + 1] == '\''))
            {
                at += c == '\'' ? 0 : 1;
                lexemes.Add(new Lexeme(LexemeKind.Text, Quoted(sql, ref at, '\'')));
            }
            else if (char.IsDigit(c) || (c is '-' or '.' && at + 1 < sql.Length && char.IsDigit(sql[at + 1])))
            {
                int from = at++;
                while (at < sql.Length
                    && (char.IsLetterOrDigit(sql[at]) || sql[at] == '.'
                    || ((sql[at] is '-' or '+') && sql[at - 1] is 'e' or 'E')))
                {
                    at++;
                }

                lexemes.Add(new Lexeme(LexemeKind.Number, sql[from..at]));
            }
            else if (char.IsLetter(c) || c is '_' or '@' or '#')
            {
                int from = at++;
                while (at < sql.Length && (char.IsLetterOrDigit(sql[at]) || sql[at] is '_' or '@' or '#' or '$'))
                {
                    at++;
                }

                lexemes.Add(new Lexeme(LexemeKind.Word, sql[from..at]));
            }
            else
            {
                string two = at + 1 < sql.Length ? sql.Substring(at, 2) : string.Empty;
                string sign = two is "<=" or ">=" or "<>" or "!=" ? two : c.ToString();
                at += sign.Length;
                lexemes.Add(new Lexeme(LexemeKind.Sign, sign));
            }
        }

        return lexemes;
    }

    private static string Quoted(string sql, ref int at, char end)
    {
        var text = new System.Text.StringBuilder();
        for (at++; at < sql.Length; at++)
        {
            if (sql[at] == end)
            {
                if (at + 1 >= sql.Length || sql[at + 1] != end)
                {
                    break;
                }

                at++;
            }

            text.Append(sql[at]);
        }

        at++;
        return text.ToString();
    }
}

internal enum LexemeKind
{
    Word,
    Name,
    Number,
    Text,
    Sign,
}

internal sealed record Lexeme(LexemeKind Kind, string Value)
{
    public bool Is(string word) => Kind is LexemeKind.Word or LexemeKind.Sign
        && string.Equals(Value, word, StringComparison.OrdinalIgnoreCase);

    public object Number() => Value.All(c => char.IsDigit(c) || c == '-')
        ? long.Parse(Value, CultureInfo.InvariantCulture)
        : double.Parse(Value, CultureInfo.InvariantCulture);
}
