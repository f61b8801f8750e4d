namespace DbIngest.Runner.Parsing;

/// <summary>An option of an axis with its value. The entry of the axis defines which values are valid.</summary>
/// <param name="Text"><c>name=value</c>.</param>
internal sealed record AxisArgument(string Text) : OptionValue(Text)
{
    /// <summary>The name of the option without dashes.</summary>
    public string Option { get; } = Text.Split('=', 2)[0];

    /// <summary>The text of its value.</summary>
    public string Value { get; } = Text.Split('=', 2)[^1];
}
