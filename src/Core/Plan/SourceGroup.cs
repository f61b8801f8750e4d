namespace DbIngest.Core.Plan;

/// <summary>Sources that share a client process.</summary>
/// <param name="Sources">How many.</param>
/// <param name="Host">The host that the process runs on, by the name that its launcher knows; null for this machine.</param>
public sealed record SourceGroup(int Sources, string? Host)
{
    /// <summary>The longest name of a host.</summary>
    private const int LongestHost = 255;

    /// <inheritdoc/>
    public override string ToString() => FormattableString.Invariant($"{Sources}{(Host is null ? string.Empty : "@" + Host)}");

    /// <summary>Whether a text can be a host's name: <c>host</c>, <c>user@host</c>, <c>namespace/pod</c>; never an option of the launcher, which begins with a dash.</summary>
    internal static bool IsHost(string text) =>
        text.Length is > 0 and <= LongestHost && char.IsAsciiLetterOrDigit(text[0]) && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_' or ':' or '@' or '/');
}
