using System.Globalization;

namespace DbIngest.Abstractions.Endpoints;

/// <summary>
/// Declares one option of an endpoint. A <see cref="Targets.TargetDefinition"/> lists them in its <see cref="EndpointOptions"/>,
/// which read, check, document and sweep values by this declaration alone. Points and journals contain the names and values of an
/// option that is an axis, so neither may be renamed.
/// </summary>
/// <param name="Name">The name that users write: lower-case letters, digits and underscores.</param>
/// <param name="Values">Allowed values in words, for example <c>1 to 1024</c> or <c>batch, single</c>.</param>
/// <param name="Meaning">What the option does, for the documentation.</param>
public sealed record EndpointOption(string Name, string Values, string Meaning)
{
    /// <summary>The value without the option, as a user would write it. Null if there is none.</summary>
    public string? Default { get; init; }

    /// <summary>True if messages must show stars instead of the value. Such an option must not be an axis.</summary>
    public bool IsSecret { get; init; }

    /// <summary>True if a user may give a comma-separated list, which the sweep measures value by value.</summary>
    public bool IsAxis { get; init; }

    /// <summary>True if a comma is part of the value and separates no list, as in the path of a file.</summary>
    public bool IsWhole { get; init; }

    /// <summary>
    /// True if the value is the path of a file or folder. A resumed sweep finds it in the folder in which it was started.
    /// </summary>
    public bool IsPath { get; init; }

    /// <summary>
    /// True if the value is a name, or the path of a file that decides what a source process does, so that each host needs the
    /// same one. A resumed sweep finds it as <see cref="IsPath"/>.
    /// </summary>
    public bool IsLoaded { get; init; }

    /// <summary>
    /// Tells which values of a loaded option are names, even where a file or folder of that name exists. By default none.
    /// </summary>
    public Func<string, bool> IsNamed { get; init; } = static _ => false;

    /// <summary>True if the option applies to a private server only.</summary>
    public bool IsOfPrivateServer { get; init; }

    /// <summary>Normalizes a value. Returns null for a value that is not allowed.</summary>
    internal Func<string, string?> Read { get; private init; } = static value => value;

    /// <summary>Declares an option with any text as its value.</summary>
    /// <param name="name">The name that users write.</param>
    /// <param name="meaning">What the option does, for the documentation.</param>
    /// <param name="values">Allowed values in words.</param>
    /// <param name="isValid">Accepts a text. Null accepts every text that is not empty.</param>
    public static EndpointOption Text(string name, string meaning, string values = "text", Func<string, bool>? isValid = null) =>
        new(name, values, meaning) { Read = value => value.Length > 0 && isValid?.Invoke(value) != false ? value : null };

    /// <summary>Declares an option with a whole number as its value.</summary>
    /// <param name="name">The name that users write.</param>
    /// <param name="smallest">The smallest allowed number.</param>
    /// <param name="largest">The largest allowed number.</param>
    /// <param name="meaning">What the option does, for the documentation.</param>
    public static EndpointOption Number(string name, int smallest, int largest, string meaning) =>
        new(name, string.Create(CultureInfo.InvariantCulture, $"{smallest} to {largest}"), meaning)
        {
            Read = value => int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
                && number >= smallest && number <= largest
                ? number.ToString(CultureInfo.InvariantCulture)
                : null,
        };

    /// <summary>Declares an option with a size as its value: MiB, or a number followed by M or G.</summary>
    /// <param name="name">The name that users write.</param>
    /// <param name="meaning">What the option does, for the documentation.</param>
    public static EndpointOption Size(string name, string meaning) => new(name, "512M, 2G", meaning)
    {
        Read = value => Mebibytes(value) > 0 ? value.ToUpperInvariant() : null,
    };

    /// <summary>Declares an option with one of several words as its value.</summary>
    /// <param name="name">The name that users write.</param>
    /// <param name="meaning">What the option does, for the documentation.</param>
    /// <param name="words">The allowed words, matched in any case.</param>
    public static EndpointOption Word(string name, string meaning, params IReadOnlyList<string> words) =>
        new(name, string.Join(", ", words), meaning)
        {
            Read = value => words.FirstOrDefault(w => string.Equals(w, value, StringComparison.OrdinalIgnoreCase)),
        };

    /// <summary>Declares an option that is <c>true</c> or <c>false</c>, by default <c>false</c>.</summary>
    /// <param name="name">The name that users write.</param>
    /// <param name="meaning">What the option does, for the documentation.</param>
    public static EndpointOption Flag(string name, string meaning) =>
        Word(name, meaning, "true", "false") with { Default = "false" };

    /// <summary>
    /// Writes a size with its unit, <c>512M</c> for <c>512</c> and <c>2G</c> for <c>2g</c>, for a server that takes a number
    /// without a unit for bytes or pages.
    /// </summary>
    /// <param name="size">A size that <see cref="Mebibytes"/> reads.</param>
    public static string WithUnit(string size) =>
        size.Length > 0 && char.IsAsciiDigit(size[^1]) ? size + "M" : size.ToUpperInvariant();

    /// <summary>Reads a size: <c>512</c>, <c>512M</c> or <c>2G</c>.</summary>
    /// <returns>The size in MiB, less than 2^30. Null for any other text, and for 2^20 and more of either unit.</returns>
    public static long? Mebibytes(string value)
    {
        string digits = value.TrimEnd('m', 'M', 'g', 'G');
        return value.Length - digits.Length <= 1
            && long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long number) && number < 1 << 20
            ? number * (value.EndsWith('g') || value.EndsWith('G') ? 1024 : 1)
            : null;
    }

    /// <summary>Normalizes a value or refuses it.</summary>
    /// <param name="value">The text that the user gave.</param>
    /// <param name="repeats">False if the message must not quote the text.</param>
    /// <exception cref="ArgumentException">The value is not allowed.</exception>
    internal string Check(string value, bool repeats) => Read(value)
        ?? throw new ArgumentException($"--endpoint: {Name}={(IsSecret || !repeats ? "****" : value)}: it is not of: {Values}.");
}
