namespace DbIngest.Runner.Parsing;

/// <summary>A percentage with or without its sign: 5 or 5%.</summary>
/// <param name="Text">The text that the user gave.</param>
internal sealed record PercentValue(string Text) : OptionValue(Text)
{
    /// <summary>The number before the sign.</summary>
    public DecimalValue Percent { get; } = Text.EndsWith('%') ? Text[..^1].TrimEnd() : Text;

    public static implicit operator PercentValue(string text) => new(text);
}
