namespace DbIngest.Runner.Parsing;

/// <summary>A number of per cent, with the sign or without: 5 or 5%.</summary>
/// <param name="Text">As it was given.</param>
internal sealed record PercentValue(string Text) : OptionValue(Text)
{
    /// <summary>What stands before the sign.</summary>
    public DecimalValue Percent { get; } = Text.EndsWith('%') ? Text[..^1].TrimEnd() : Text;

    public static implicit operator PercentValue(string text) => new(text);
}
