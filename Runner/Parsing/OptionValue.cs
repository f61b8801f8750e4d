namespace DbIngest.Runner.Parsing;

/// <summary>
/// Base of the values that option classes declare: the text of an option in the option's own type. The parser creates it by a
/// constructor from one string. Constructors must not throw, because the parser reports any exception as "bad format" only. An
/// invalid text stays until <see cref="OptionReader"/> refuses it.
/// </summary>
/// <param name="Text">The text that the user gave.</param>
internal abstract record OptionValue(string Text)
{
    public sealed override string ToString() => Text;
}
