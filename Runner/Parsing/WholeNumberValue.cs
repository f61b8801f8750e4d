namespace DbIngest.Runner.Parsing;

/// <summary>A whole number of 0 or more, with k, M or G.</summary>
/// <param name="Text">As it was given.</param>
internal sealed record WholeNumberValue(string Text) : OptionValue(Text)
{
    /// <summary>The number; null when it is none.</summary>
    public long? Number { get; } = WholeNumber.TryParse(Text, out long number) ? number : null;

    public static implicit operator WholeNumberValue(string text) => new(text);
}
