using Spectre.Console;

namespace DbIngest.Runner.Progress;

/// <summary>
/// One styled line of the live display. <see cref="LiveProgress"/> builds it and <see cref="LiveArea"/> draws it.
/// </summary>
/// <param name="Parts">Texts from left to right, each with its style. Null for the terminal's own style.</param>
internal sealed record LiveLine(params (string Text, Style? Style)[] Parts)
{
    /// <summary>Returns the text without styles.</summary>
    public override string ToString() => string.Concat(Parts.Select(part => part.Text));
}
