using System.Text.RegularExpressions;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Removes the secrets of this process from any text that is shown or stored, including the messages of drivers, as the last
/// line of defence. <c>Screen</c>, the log and the journal pass their texts through the one object of the command, which
/// <c>CommandExecution</c> creates. A text without a secret stays unchanged. Two kinds of secrets may stay where they look like
/// ordinary text: one of up to three characters, and one of letters alone that stands as a whole word.
/// </summary>
internal sealed class SecretScrubber
{
    /// <summary>
    /// Shorter secrets, in characters, occur in ordinary words and numbers, so they are removed only where a password stands.
    /// </summary>
    private const int ShortestFoundAnywhere = 4;

    private string[] _secrets = [];
    private Regex[] _short = [];

    /// <summary>Adds secrets. Callers must not do so while another thread scrubs a text.</summary>
    public void Add(IEnumerable<string> secrets)
    {
        string[] known = [.. secrets.Where(s => s.Length > 0).Distinct(StringComparer.Ordinal)];
        _secrets = [.. _secrets.Concat(known.Where(s => s.Length >= ShortestFoundAnywhere)).Distinct(StringComparer.Ordinal)
            .OrderByDescending(s => s.Length)];
        _short = [.. _short, .. known.Where(s => s.Length < ShortestFoundAnywhere).Select(WherePasswordsStand)];
    }

    /// <summary>Returns the text with each secret replaced by stars. Any thread may call it.</summary>
    public string Scrub(string text)
    {
        foreach (string secret in _secrets)
        {
            text = secret.All(char.IsAsciiLetter) ? ScrubWord(text, secret)
                : text.Replace(secret, Redaction.Stars, StringComparison.Ordinal);
        }

        foreach (var secret in _short)
        {
            text = secret.Replace(text, Redaction.Stars);
        }

        return text;
    }

    /// <summary>
    /// Matches a secret between quotes, between the ':' and the '@' of an endpoint, and after <c>password=</c> and similar keys.
    /// </summary>
    private static Regex WherePasswordsStand(string secret)
    {
        string value = Regex.Escape(secret);
        return new Regex(
            $"""(?<=(['"`])){value}(?=\1)|(?<=:){value}(?=@)|(?<=(?i:password|passwd|passphrase|pwd|psw|secret|token|api_?key|access_?key)["']?\s*=\s*){value}(?![A-Za-z0-9_])""",
            RegexOptions.CultureInvariant,
            TimeSpan.FromSeconds(1));
    }

    /// <summary>
    /// Removes a secret that consists of letters alone, except where it is a word of the message: between blanks, at an edge of
    /// the text, or at the end of a clause.
    /// </summary>
    private static string ScrubWord(string text, string secret)
    {
        for (int at = text.IndexOf(secret, StringComparison.Ordinal); at >= 0;)
        {
            int after = at + secret.Length;
            bool isWord = (at == 0 || char.IsWhiteSpace(text[at - 1]) || text[at - 1] == '(')
                && (after == text.Length || char.IsWhiteSpace(text[after])
                    || ".,;:)!".Contains(text[after], StringComparison.Ordinal));
            text = isWord ? text : string.Concat(text.AsSpan(0, at), Redaction.Stars, text.AsSpan(after));
            int next = isWord ? after : at + Redaction.Stars.Length;
            at = text.IndexOf(secret, next, StringComparison.Ordinal);
        }

        return text;
    }
}
