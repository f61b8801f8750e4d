namespace DbIngest.Runner.Parsing;

/// <summary>Names, separated by commas; in any case, and lower-case here.</summary>
/// <param name="Text">As it was given.</param>
internal sealed record NameList(string Text) : OptionValue(Text)
{
    /// <summary>The names in the order given; one that is left out is empty, one that is given twice is there twice.</summary>
    public IReadOnlyList<string> Names { get; } = [.. Text.Split(',').Select(name => name.Trim().ToLowerInvariant())];

    public static implicit operator NameList(string text) => new(text);
}
