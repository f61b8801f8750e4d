using System.Globalization;

namespace DbIngest.Runner.Parsing;

/// <summary>A number of 0 or more, with a decimal point or without.</summary>
/// <param name="Text">As it was given.</param>
internal sealed record DecimalValue(string Text) : OptionValue(Text)
{
    /// <summary>The number; null when it is none.</summary>
    public double? Number { get; } = double.TryParse(Text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number) ? number : null;

    public static implicit operator DecimalValue(string text) => new(text);
}
