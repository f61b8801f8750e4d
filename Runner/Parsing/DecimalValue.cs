using System.Globalization;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// An option whose value is a number of at least 0, with or without a decimal point. Option classes declare it, the parser
/// creates it, and <see cref="OptionReader"/> checks its range. Creation never throws.
/// </summary>
/// <param name="Text">The text that the user gave.</param>
internal sealed record DecimalValue(string Text) : OptionValue(Text)
{
    /// <summary>The number. Null for an invalid text.</summary>
    public double? Number { get; } =
        double.TryParse(Text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number) ? number : null;

    public static implicit operator DecimalValue(string text) => new(text);
}
