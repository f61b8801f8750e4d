namespace DbIngest.Runner.Parsing;

/// <summary>The option of an axis: what its values are, the axis's own entry says.</summary>
/// <param name="Text"><c>name=value</c>.</param>
internal sealed record AxisArgument(string Text) : OptionValue(Text)
{
    /// <summary>The option.</summary>
    public string Option { get; } = Text.Split('=', 2)[0];

    /// <summary>What was given to it.</summary>
    public string Value { get; } = Text.Split('=', 2)[^1];
}
