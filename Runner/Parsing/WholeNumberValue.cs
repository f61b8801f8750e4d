using DbIngest.Core.Plan;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// An option whose value is a whole number of at least 0, with an optional k, M or G. Option classes declare it, and
/// <see cref="OptionReader.Number"/> checks its range. Creation never throws.
/// </summary>
/// <param name="Text">The text that the user gave.</param>
internal sealed record WholeNumberValue(string Text) : OptionValue(Text)
{
    /// <summary>The number. Null for an invalid text.</summary>
    public long? Number { get; } = WrittenNumber.Whole(Text);

    public static implicit operator WholeNumberValue(string text) => new(text);
}
