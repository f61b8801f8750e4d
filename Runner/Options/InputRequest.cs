using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>Recorded data to replay.</summary>
/// <param name="Path">The file.</param>
/// <param name="Options">How to read it, as <c>key=value,key=value</c>; null when all is to be found out.</param>
internal sealed record InputRequest(string Path, string? Options)
{
    /// <summary>How to read an input.</summary>
    /// <param name="given">What <c>--input-options</c> says, or null.</param>
    /// <param name="badRows">What <c>--on-bad-row</c> says, or null.</param>
    /// <returns>Both as one text; empty when all is to be found out.</returns>
    public static string OptionsOf(string? given, BadRowAction? badRows)
    {
        string?[] all = [given, badRows is { } what ? $"bad-rows={Choice<BadRowAction>.NameOf(what)}" : null];
        return string.Join(',', all.Where(option => !string.IsNullOrEmpty(option)));
    }
}
