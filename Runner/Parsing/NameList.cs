namespace DbIngest.Runner.Parsing;

/// <summary>
/// An option whose value is a list of names, separated by commas and converted to lower case. Option classes declare it, and
/// <see cref="OptionReader.Words"/> refuses empty and repeated names. Creation never throws.
/// </summary>
/// <param name="Text">The text that the user gave.</param>
internal sealed record NameList(string Text) : OptionValue(Text)
{
    /// <summary>The names in order, including empty and repeated ones.</summary>
    public IReadOnlyList<string> Names { get; } = [.. Text.Split(',').Select(name => name.Trim().ToLowerInvariant())];

    public static implicit operator NameList(string text) => new(text);
}
