namespace DbIngest.Runner.Parsing;

/// <summary>
/// What a user gave to an option, in the type that the option is of. The parser makes it by a constructor from one string, the only way in which it takes
/// types other than the framework's own; and since it tells nothing of what such a constructor throws but "bad format", none throws: what is no
/// value stands as the text that it was, until <see cref="OptionReader"/> refuses it in words, with everything else that is wrong.
/// </summary>
/// <param name="Text">As it was given.</param>
internal abstract record OptionValue(string Text)
{
    public sealed override string ToString() => Text;
}
