namespace DbIngest.Core.Plan;

/// <summary>
/// Sources that share one client process. A <see cref="SourceLayout"/> lists its groups, and <c>ProcessEngine</c> has one source
/// process per group of a spread layout. The host becomes an argument of the launcher, so it must be a valid name
/// (<see cref="IsHost"/>).
/// </summary>
/// <param name="Sources">Sources in the process, at least 1.</param>
/// <param name="Host">The host of the process as the launcher knows it. Null for this machine.</param>
public sealed record SourceGroup(int Sources, string? Host)
{
    /// <summary>Longest name of a host, in characters.</summary>
    private const int LongestHost = 255;

    /// <inheritdoc/>
    public override string ToString() => FormattableString.Invariant($"{Sources}{(Host is null ? string.Empty : "@" + Host)}");

    /// <summary>
    /// True for a valid host name: <c>host</c>, <c>user@host</c>, <c>namespace/pod</c>. A name must not begin with a dash, which
    /// the launcher would read as an option.
    /// </summary>
    internal static bool IsHost(string text) =>
        text.Length is > 0 and <= LongestHost && char.IsAsciiLetterOrDigit(text[0])
            && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_' or ':' or '@' or '/');
}
