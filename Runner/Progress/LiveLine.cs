using Spectre.Console;

namespace DbIngest.Runner.Progress;

/// <summary>A line of the live display.</summary>
/// <param name="Parts">Its texts from left to right, each with its style; null for the plain one.</param>
internal sealed record LiveLine(params (string Text, Style? Style)[] Parts)
{
    /// <summary>The line without styles.</summary>
    public override string ToString() => string.Concat(Parts.Select(part => part.Text));
}
