namespace DbIngest.Runner.Parsing;

/// <summary>One of the values of an enumeration, by its name in any case.</summary>
/// <typeparam name="T">The enumeration; the names of its values are one word each.</typeparam>
/// <param name="Text">As it was given.</param>
internal sealed record Choice<T>(string Text) : OptionValue(Text)
    where T : struct, Enum
{
    /// <summary>The names of all.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Enum.GetValues<T>().Select(NameOf)];

    /// <summary>The value; null when there is none of that name.</summary>
    public T? Value { get; } = Enum.GetValues<T>().Cast<T?>().FirstOrDefault(value => string.Equals(NameOf(value!.Value), Text, StringComparison.OrdinalIgnoreCase));

    public static implicit operator Choice<T>(string text) => new(text);

    /// <summary>A value as the command line names it.</summary>
    public static string NameOf(T value) => value.ToString().ToLowerInvariant();
}
