using System.Text.RegularExpressions;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Takes passwords out of endpoints: of connection strings (<c>Password=...</c>), of URLs (<c>//user:...@host</c>), and of what a user
/// mistakes for one (<c>user:...@host</c>).
/// </summary>
internal static partial class Redaction
{
    /// <summary>What stands where a secret was.</summary>
    public const string Stars = "****";

    /// <summary>An endpoint without its secrets.</summary>
    /// <param name="endpoint">The endpoint.</param>
    /// <returns>The same with stars for each secret.</returns>
    public static string Redact(string endpoint) =>
        BareUserInfo().Replace(UserInfo().Replace(KeyAndValue().Replace(endpoint, "${key}" + Stars), "${user}" + Stars + "@"), "${user}" + Stars + "@");

    /// <summary>The secrets that an endpoint carries, in clear.</summary>
    /// <param name="endpoint">The endpoint.</param>
    /// <returns>The secrets, without quotes.</returns>
    public static IEnumerable<string> SecretsOf(string endpoint) =>
        KeyAndValue().Matches(endpoint).Concat(UserInfo().Matches(endpoint)).Concat(BareUserInfo().Matches(endpoint))
            .Select(m => m.Groups["secret"].Value.Trim().Trim('\'', '"'))
            .Where(s => s.Length > 0);

    /// <summary>An argument of the command line as it may be shown and stored.</summary>
    /// <param name="argument">The argument, options in the form <c>--name=value</c>.</param>
    /// <returns>The argument; its secrets are replaced by stars when it is an endpoint.</returns>
    public static string RedactArgument(string argument) =>
        argument.StartsWith("--endpoint=", StringComparison.Ordinal) ? Redact(argument) : argument;

    // Never backtracking: an endpoint of any length and shape takes linear time. Quoted values may hold anything, doubled quotes
    // included; others end at the next separator.
    [GeneratedRegex(
        @"(?<key>\b(?:[a-z_ ]*(?:password|passwd|passphrase|pwd|secret|token|api_?key|access_?key))\s*=\s*)(?<secret>'(?:[^']|'')*'?|""(?:[^""]|"""")*""?|[^;&]*)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex KeyAndValue();

    // Greedy to the last '@': a password may contain one.
    [GeneratedRegex(@"(?<user>://[^:/@]*:)(?<secret>.*)@", RegexOptions.ExplicitCapture | RegexOptions.Singleline | RegexOptions.NonBacktracking)]
    private static partial Regex UserInfo();

    // At the beginning, behind the option's and the database's name if they are there. Options, and paths, are not looked into.
    [GeneratedRegex(@"^(?<user>(--endpoint=)?([a-z0-9]+=)?[^:/@?=;]*:)(?<secret>[^/?;]*)@", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex BareUserInfo();
}
