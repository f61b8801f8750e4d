using System.Text.RegularExpressions;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Removes passwords from endpoints: from connection strings (<c>Password=...</c>), from URLs (<c>//user:...@host</c>), and
/// from texts that look like URLs (<c>user:...@host</c>). Everything that shows or stores an endpoint calls it, and
/// <see cref="SecretScrubber"/> guards all other texts. It takes linear time for a text of any length. Stored arguments
/// contain <see cref="Stars"/>, by which <c>DatabaseAccessReader</c>, <c>RunAgain</c> and <c>AdviseVerb</c> know that the user
/// must give a secret again: never change them.
/// </summary>
internal static partial class Redaction
{
    /// <summary>Replaces a secret.</summary>
    public const string Stars = "****";

    /// <summary>Replaces the secrets of an endpoint by stars.</summary>
    /// <param name="endpoint">The endpoint.</param>
    public static string Redact(string endpoint) =>
        BareUserInfo().Replace(UserInfo()
            .Replace(KeysOf(endpoint).Replace(endpoint, "${key}" + Stars), "${user}" + Stars + "@"), "${user}" + Stars + "@");

    /// <summary>Lists the secrets of an endpoint in clear text, without quotes.</summary>
    /// <param name="endpoint">The endpoint.</param>
    public static IEnumerable<string> SecretsOf(string endpoint) =>
        KeysOf(endpoint).Matches(endpoint).Concat(UserInfo().Matches(endpoint)).Concat(BareUserInfo().Matches(endpoint))
            .Select(m => m.Groups["secret"].Value.Trim().Trim('\'', '"'))
            .Where(s => s.Length > 0);

    /// <summary>
    /// Replaces the secrets of <c>--endpoint</c> by stars, so that the argument may be shown and stored. Returns any other
    /// argument unchanged.
    /// </summary>
    /// <param name="argument">The argument, an option in the form <c>--name=value</c>.</param>
    public static string RedactArgument(string argument) =>
        argument.StartsWith("--endpoint=", StringComparison.Ordinal) ? Redact(argument) : argument;

    /// <summary>
    /// An ampersand separates only in the query of a URL. In a connection string it is a part of the password. If in doubt, more
    /// is hidden.
    /// </summary>
    private static Regex KeysOf(string endpoint)
    {
        var first = KeyAndValue().Match(endpoint);
        var before = endpoint.AsSpan(0, first.Index);
        return before.Contains('?') && !before.Contains(';') ? KeyAndValueInQuery() : KeyAndValue();
    }

    // Without backtracking an endpoint of any length takes linear time. Quoted values may contain anything, including doubled
    // quotes. Other values end at the next separator.
    private const string Key =
        @"(?<key>\b(?:[a-z_ ]*(?:password|passwd|passphrase|pwd|psw|secret|token|api_?key|access_?key))\s*=\s*)";

    private const string Quoted = @"'(?:[^']|'')*'?|""(?:[^""]|"""")*""?";

    [GeneratedRegex($"{Key}(?<secret>{Quoted}|[^;]*)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex KeyAndValue();

    [GeneratedRegex($"{Key}(?<secret>{Quoted}|[^;&]*)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex KeyAndValueInQuery();

    // Matches up to the last '@', because a password may contain one.
    [GeneratedRegex(@"(?<user>://[^:/@]*:)(?<secret>.*)@", RegexOptions.ExplicitCapture | RegexOptions.Singleline | RegexOptions.NonBacktracking)]
    private static partial Regex UserInfo();

    // Matches at the beginning, after the names of option and database if present, the latter in any case and with blanks around
    // it, as --endpoint takes it. Does not match inside options and paths.
    [GeneratedRegex(@"^(?<user>(--endpoint=)?(\s*[A-Za-z0-9]+\s*=)?[^:/@?=;]*:)(?<secret>[^/?;]*)@",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex BareUserInfo();
}
