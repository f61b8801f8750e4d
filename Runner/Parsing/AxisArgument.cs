namespace DbIngest.Runner.Parsing;

/// <summary>
/// An option of an axis with its text. The parser creates it from <c>--axis=name=value</c>, and <c>SweepOptions.TextOf</c> finds
/// it by name. The entry of the axis in <c>SweepAxes</c> defines which values are valid. Nothing is checked here.
/// </summary>
/// <param name="Text"><c>name=value</c>.</param>
internal sealed record AxisArgument(string Text) : OptionValue(Text)
{
    /// <summary>The name of the option without dashes.</summary>
    public string Option { get; } = Text.Split('=', 2)[0];

    /// <summary>The text of its value.</summary>
    public string Value { get; } = Text.Split('=', 2)[^1];
}
