using System.Globalization;
using System.Text.RegularExpressions;

namespace DbIngest.Clusters.Files;

/// <summary>What kind of value a key has.</summary>
internal enum FileKind
{
    /// <summary>One value, written as it is or in quotes.</summary>
    Text,

    /// <summary>A whole number.</summary>
    Whole,

    /// <summary>A number.</summary>
    Number,

    /// <summary>Names with one value each; which names there are is not the file's to say.</summary>
    Values,

    /// <summary>Keys below it.</summary>
    Section,

    /// <summary>A whole number, or a list of sections.</summary>
    WholeOrSections,
}

/// <summary>A key of a deployment file, declared once: what reads, checks and documents it, and the JSON schema, go by this.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Kind">What its value is.</param>
/// <param name="Meaning">What it says, in a sentence.</param>
internal sealed record FileKey(string Name, FileKind Kind, string Meaning)
{
    private static readonly TimeSpan MatchTimeout = TimeSpan.FromSeconds(1);

    /// <summary>Whether it must be there.</summary>
    public bool IsRequired { get; init; }

    /// <summary>The only values of a text; null for others too.</summary>
    public IReadOnlyList<string>? Words { get; init; }

    /// <summary>The form of a text, as a regular expression over all of it; null for any.</summary>
    public string? Pattern { get; init; }

    /// <summary>How a value of that form looks, for a complaint.</summary>
    public string? Form { get; init; }

    /// <summary>The smallest number, or the fewest sections.</summary>
    public double Smallest { get; init; }

    /// <summary>The largest number, or the most sections.</summary>
    public double Largest { get; init; }

    /// <summary>The keys of a section.</summary>
    public IReadOnlyList<FileKey> Keys { get; init; } = [];

    /// <summary>What a value must be, for a complaint.</summary>
    public string Wanted => Kind switch
    {
        FileKind.Text when Words is not null => $"one of {string.Join(", ", Words)}",
        FileKind.Text => Form ?? "one value",
        FileKind.Whole => string.Create(CultureInfo.InvariantCulture, $"a whole number from {Smallest} to {Largest}"),
        FileKind.Number => string.Create(CultureInfo.InvariantCulture, $"a number from {Smallest} to {Largest}"),
        FileKind.Values => "names with one value each, indented below it",
        FileKind.Section => $"keys indented below it: {string.Join(", ", Keys.Select(key => key.Name))}",
        _ => string.Create(CultureInfo.InvariantCulture, $"a whole number from {Smallest} to {Largest}, or a list of {string.Join(", ", Keys.Select(key => key.Name))}"),
    };

    /// <summary>Whether a scalar is a value of this key.</summary>
    /// <param name="text">The scalar.</param>
    /// <param name="isQuoted">Whether it stands in quotes: a number does not.</param>
    public bool Takes(string text, bool isQuoted) => Kind switch
    {
        FileKind.Text => text.Length > 0 && Words?.Contains(text, StringComparer.Ordinal) != false && (Pattern is null || Regex.IsMatch(text, $"^({Pattern})$", RegexOptions.ExplicitCapture, MatchTimeout)),
        FileKind.Whole or FileKind.WholeOrSections => !isQuoted && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int whole) && whole >= Smallest && whole <= Largest,
        FileKind.Number => !isQuoted && double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number) && number >= Smallest && number <= Largest,
        _ => false,
    };
}
