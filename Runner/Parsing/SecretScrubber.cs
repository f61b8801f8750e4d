using System.Text.RegularExpressions;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// The last line of defence: knows the secrets of this process and takes them out of any text that is to be shown or
/// stored, whichever driver's message they came in.
/// </summary>
internal sealed class SecretScrubber
{
    /// <summary>Shorter secrets are found in ordinary words and numbers: those go only where a password stands.</summary>
    private const int ShortestFoundAnywhere = 4;

    private string[] _secrets = [];
    private Regex[] _short = [];

    /// <summary>Adds secrets. Not called while texts are being scrubbed on other threads.</summary>
    public void Add(IEnumerable<string> secrets)
    {
        string[] known = [.. secrets.Where(s => s.Length > 0).Distinct(StringComparer.Ordinal)];
        _secrets = [.. _secrets.Concat(known.Where(s => s.Length >= ShortestFoundAnywhere)).Distinct(StringComparer.Ordinal)
            .OrderByDescending(s => s.Length)];
        _short = [.. _short, .. known.Where(s => s.Length < ShortestFoundAnywhere).Select(WherePasswordsStand)];
    }

    /// <summary>The text without any of the secrets.</summary>
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
    /// Finds a secret within a pair of quotes, between the ':' and the '@' of an endpoint, and behind <c>password=</c> and its
    /// like.
    /// </summary>
    private static Regex WherePasswordsStand(string secret)
    {
        string value = Regex.Escape(secret);
        return new Regex(
            $"""(?<=(['"`])){value}(?=\1)|(?<=:){value}(?=@)|(?<=(?i:password|passwd|passphrase|pwd|secret|token|api_?key|access_?key)["']?\s*=\s*){value}(?![A-Za-z0-9_])""",
            RegexOptions.CultureInvariant,
            TimeSpan.FromSeconds(1));
    }

    /// <summary>
    /// A secret of letters alone may be a word of the message, which stays: a blank or the text's edge is on both of its sides,
    /// or the end of a clause follows.
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
