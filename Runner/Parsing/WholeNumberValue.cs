namespace DbIngest.Runner.Parsing;

/// <summary>A whole number of at least 0, with an optional k, M or G.</summary>
/// <param name="Text">The text that the user gave.</param>
internal sealed record WholeNumberValue(string Text) : OptionValue(Text)
{
    /// <summary>The number. Null for an invalid text.</summary>
    public long? Number { get; } = WholeNumber.TryParse(Text, out long number) ? number : null;

    public static implicit operator WholeNumberValue(string text) => new(text);
}
