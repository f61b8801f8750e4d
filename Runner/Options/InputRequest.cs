using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// The recording that a sweep replays (<c>--input</c>). <see cref="SweepRequestReader"/> creates it, and <c>WorkloadTask</c>
/// carries it to source processes. This class neither opens nor checks the recording: <c>WorkloadOpener</c> does.
/// </summary>
/// <param name="Path">A file, a folder or a pattern, as the user wrote it.</param>
/// <param name="Options">How to read it, as <c>key=value,key=value</c>. Null detects everything from the file.</param>
internal sealed record InputRequest(string Path, string? Options)
{
    /// <summary>Joins the options of an input to one text. The verb <c>sources</c> calls it too.</summary>
    /// <param name="given">Text of <c>--input-options</c>, or null.</param>
    /// <param name="badRows">Value of <c>--on-bad-row</c>, or null.</param>
    /// <returns>The joined text. Empty detects everything from the file.</returns>
    public static string OptionsOf(string? given, BadRowAction? badRows)
    {
        string?[] all = [given, badRows is { } what ? $"bad-rows={Choice<BadRowAction>.NameOf(what)}" : null];
        return string.Join(',', all.Where(option => !string.IsNullOrEmpty(option)));
    }
}
