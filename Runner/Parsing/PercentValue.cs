namespace DbIngest.Runner.Parsing;

/// <summary>
/// An option whose value is a percentage with or without its sign: 5 or 5%. Option classes declare it. Their readers check its
/// range through <see cref="OptionReader.Decimal"/>. Creation never throws.
/// </summary>
/// <param name="Text">The text that the user gave.</param>
internal sealed record PercentValue(string Text) : OptionValue(Text)
{
    /// <summary>The number before the sign, in percent and not as a share.</summary>
    public DecimalValue Percent { get; } = Text.EndsWith('%') ? Text[..^1].TrimEnd() : Text;

    public static implicit operator PercentValue(string text) => new(text);
}
