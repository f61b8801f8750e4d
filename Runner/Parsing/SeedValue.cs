using System.Globalization;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// An option whose value is a 64-bit seed, decimal or hexadecimal with 0x. Option classes declare it, and
/// <see cref="OptionReader.Seed"/> refuses an invalid text. Creation never throws.
/// </summary>
/// <param name="Text">The text that the user gave.</param>
internal sealed record SeedValue(string Text) : OptionValue(Text)
{
    /// <summary>The seed. Null for an invalid text.</summary>
    public ulong? Seed { get; } = Text.StartsWith("0x", StringComparison.OrdinalIgnoreCase)
        ? Of(Text[2..], NumberStyles.AllowHexSpecifier)
        : Of(Text, NumberStyles.None);

    public static implicit operator SeedValue(string text) => new(text);

    private static ulong? Of(string digits, NumberStyles style) =>
        ulong.TryParse(digits, style, CultureInfo.InvariantCulture, out ulong seed) ? seed : null;
}
