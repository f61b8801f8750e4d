using System.Globalization;

namespace DbIngest.Abstractions.Endpoints;

/// <summary>An option that an endpoint may carry, declared once: what reads, checks, lists and documents it goes by this.</summary>
/// <param name="Name">Its name as a user writes it: lower-case letters, digits and underscores.</param>
/// <param name="Values">What it may be, for a reader: <c>1 to 1024</c>, <c>batch, single</c>.</param>
/// <param name="Meaning">What it does, for the documentation.</param>
public sealed record EndpointOption(string Name, string Values, string Meaning)
{
    private const long BytesPerMebibyte = 1 << 20;

    /// <summary>The value when none is given, as a user would write it; null where there is then none.</summary>
    public string? Default { get; init; }

    /// <summary>Whether its value is never shown.</summary>
    public bool IsSecret { get; init; }

    /// <summary>Whether several values may be given, each a configuration of its own.</summary>
    public bool IsAxis { get; init; }

    /// <summary>Whether a comma in its value is a comma, and does not separate values.</summary>
    public bool IsWhole { get; init; }

    /// <summary>Whether it is for a private server only.</summary>
    public bool IsOfPrivateServer { get; init; }

    /// <summary>Brings a value into its one form; null when it is not of this option's kind.</summary>
    internal Func<string, string?> Read { get; private init; } = static value => value;

    /// <summary>Any text.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="meaning">What it does.</param>
    /// <param name="values">What it may be, in words.</param>
    /// <param name="isValid">Whether a text is such a value; null for any text that is not empty.</param>
    /// <returns>The option.</returns>
    public static EndpointOption Text(string name, string meaning, string values = "text", Func<string, bool>? isValid = null) =>
        new(name, values, meaning) { Read = value => value.Length > 0 && isValid?.Invoke(value) != false ? value : null };

    /// <summary>A whole number.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="smallest">The smallest.</param>
    /// <param name="largest">The largest.</param>
    /// <param name="meaning">What it does.</param>
    /// <returns>The option.</returns>
    public static EndpointOption Number(string name, int smallest, int largest, string meaning) =>
        new(name, string.Create(CultureInfo.InvariantCulture, $"{smallest} to {largest}"), meaning)
        {
            Read = value => int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number >= smallest && number <= largest
                ? number.ToString(CultureInfo.InvariantCulture)
                : null,
        };

    /// <summary>A size of memory or disk: a whole number of MiB, or with M or G behind it.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="meaning">What it does.</param>
    /// <returns>The option.</returns>
    public static EndpointOption Size(string name, string meaning) => new(name, "512M, 2G", meaning)
    {
        Read = value => Mebibytes(value) is { } mebibytes and > 0 && mebibytes <= int.MaxValue / BytesPerMebibyte * BytesPerMebibyte ? value.ToUpperInvariant() : null,
    };

    /// <summary>One of a few words.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="meaning">What it does.</param>
    /// <param name="words">The words.</param>
    /// <returns>The option.</returns>
    public static EndpointOption Word(string name, string meaning, params IReadOnlyList<string> words) =>
        new(name, string.Join(", ", words), meaning)
        {
            Read = value => words.FirstOrDefault(w => string.Equals(w, value, StringComparison.OrdinalIgnoreCase)),
        };

    /// <summary><c>true</c> or <c>false</c>.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="meaning">What it does.</param>
    /// <returns>The option.</returns>
    public static EndpointOption Flag(string name, string meaning) => Word(name, meaning, "true", "false") with { Default = "false" };

    /// <summary>A size as MiB: <c>512</c>, <c>512M</c>, <c>2G</c>.</summary>
    /// <param name="value">The text.</param>
    /// <returns>MiB; null when it is no size.</returns>
    public static long? Mebibytes(string value)
    {
        string digits = value.TrimEnd('m', 'M', 'g', 'G');
        return value.Length - digits.Length <= 1 && long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long number) && number < 1 << 20
            ? number * (value.EndsWith('g') || value.EndsWith('G') ? 1024 : 1)
            : null;
    }

    /// <summary>Checks a value.</summary>
    /// <param name="value">The value.</param>
    /// <param name="repeats">Whether a refusal repeats it.</param>
    /// <exception cref="ArgumentException">It is none of this option's.</exception>
    internal string Check(string value, bool repeats) => Read(value)
        ?? throw new ArgumentException($"--endpoint: {Name}={(IsSecret || !repeats ? "****" : value)}: it is not of: {Values}.");
}
