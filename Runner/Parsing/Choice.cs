namespace DbIngest.Runner.Parsing;

/// <summary>
/// An option whose value is one name of an enumeration, in any case. Option classes declare it, the parser creates it, and
/// <see cref="OptionReader"/> refuses an unknown name. Creation never throws.
/// </summary>
/// <typeparam name="T">The enumeration. The names of its values are single words.</typeparam>
/// <param name="Text">The text that the user gave.</param>
internal sealed record Choice<T>(string Text) : OptionValue(Text)
    where T : struct, Enum
{
    /// <summary>All names.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Enum.GetValues<T>().Select(NameOf)];

    /// <summary>The value. Null for an unknown name.</summary>
    public T? Value { get; } = Enum.GetValues<T>().Cast<T?>()
        .FirstOrDefault(value => string.Equals(NameOf(value!.Value), Text, StringComparison.OrdinalIgnoreCase));

    public static implicit operator Choice<T>(string text) => new(text);

    /// <summary>The name of a value on the command line.</summary>
    public static string NameOf(T value) => value.ToString().ToLowerInvariant();
}
