namespace DbIngest.Runner.Parsing;

/// <summary>
/// The last line of defence: knows the secrets of this process and takes them out of any text that is to be shown or
/// stored, whichever driver's message they came in.
/// </summary>
internal sealed class SecretScrubber
{
    /// <summary>Shorter ones would be found in ordinary words.</summary>
    private const int ShortestScrubbed = 4;

    private string[] _secrets = [];

    /// <summary>Adds secrets. Not called while texts are being scrubbed on other threads.</summary>
    public void Add(IEnumerable<string> secrets) =>
        _secrets = [.. _secrets.Concat(secrets).Where(s => s.Length >= ShortestScrubbed).Distinct(StringComparer.Ordinal).OrderByDescending(s => s.Length)];

    /// <summary>The text without any of the secrets.</summary>
    public string Scrub(string text)
    {
        foreach (string secret in _secrets)
        {
            text = text.Replace(secret, Redaction.Stars, StringComparison.Ordinal);
        }

        return text;
    }
}
