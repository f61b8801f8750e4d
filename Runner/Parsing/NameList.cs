namespace DbIngest.Runner.Parsing;

/// <summary>Names separated by commas, converted to lower case.</summary>
/// <param name="Text">The text that the user gave.</param>
internal sealed record NameList(string Text) : OptionValue(Text)
{
    /// <summary>The names in order, including empty and repeated ones.</summary>
    public IReadOnlyList<string> Names { get; } = [.. Text.Split(',').Select(name => name.Trim().ToLowerInvariant())];

    public static implicit operator NameList(string text) => new(text);
}
