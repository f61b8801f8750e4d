using System.Globalization;
using System.Text.RegularExpressions;

namespace DbIngest.Clusters.Files;

/// <summary>
/// The kinds of values that keys of a deployment file take. <see cref="DeploymentKeys"/> gives each key one.
/// <see cref="FileSection"/> rejects a value of another kind.
/// </summary>
internal enum FileKind
{
    /// <summary>One scalar, quoted or not.</summary>
    Text,

    /// <summary>A whole number.</summary>
    Whole,

    /// <summary>A number.</summary>
    Number,

    /// <summary>A mapping from names to scalars. The names are checked elsewhere: they are settings of the database.</summary>
    Values,

    /// <summary>A mapping with declared keys.</summary>
    Section,

    /// <summary>A whole number, or a list of mappings with declared keys.</summary>
    WholeOrSections,
}

/// <summary>
/// Declares one key of a deployment file. <see cref="DeploymentKeys"/> lists all keys. <see cref="FileSection"/> reads and checks
/// values by it, and a test writes the JSON schema of deployment files from it. Immutable.
/// </summary>
/// <param name="Name">The key as the file writes it, for example <c>password_env</c>.</param>
/// <param name="Kind">The kind of its value.</param>
/// <param name="Meaning">A sentence or two for users.</param>
internal sealed record FileKey(string Name, FileKind Kind, string Meaning)
{
    private static readonly TimeSpan MatchTimeout = TimeSpan.FromSeconds(1);

    /// <summary>True when the key must be present.</summary>
    public bool IsRequired { get; init; }

    /// <summary>The only texts allowed; null when any is.</summary>
    public IReadOnlyList<string>? Words { get; init; }

    /// <summary>Regular expression that a text must match in whole, a newline at its end included; null for any text.</summary>
    public string? Pattern { get; init; }

    /// <summary>True when a user may write a secret here by mistake, so that no message may repeat the value.</summary>
    public bool MayBeSecret { get; init; }

    /// <summary>The pattern in words, for error messages.</summary>
    public string? Form { get; init; }

    /// <summary>Smallest number, or fewest sections.</summary>
    public double Smallest { get; init; }

    /// <summary>Largest number, or most sections.</summary>
    public double Largest { get; init; }

    /// <summary>The keys of a section.</summary>
    public IReadOnlyList<FileKey> Keys { get; init; } = [];

    /// <summary>The allowed values in words, for error messages.</summary>
    public string Wanted => Kind switch
    {
        FileKind.Text when Words is not null => $"one of {string.Join(", ", Words)}",
        FileKind.Text => Form ?? "one value",
        FileKind.Whole => string.Create(CultureInfo.InvariantCulture, $"a whole number from {Smallest} to {Largest}"),
        FileKind.Number => string.Create(CultureInfo.InvariantCulture, $"a number from {Smallest} to {Largest}"),
        FileKind.Values => "names with one value each, indented below it",
        FileKind.Section => $"keys indented below it: {string.Join(", ", Keys.Select(key => key.Name))}",
        _ => string.Create(CultureInfo.InvariantCulture,
            $"a whole number from {Smallest} to {Largest}, or a list of {string.Join(", ", Keys.Select(key => key.Name))}"),
    };

    /// <summary>Checks a scalar against this declaration. A quoted scalar is not a number.</summary>
    public bool Takes(string text, bool isQuoted) => Kind switch
    {
        FileKind.Text => text.Length > 0 && Words?.Contains(text, StringComparer.Ordinal) != false
            && (Pattern is null || Regex.IsMatch(text, $@"^({Pattern})\z", RegexOptions.ExplicitCapture, MatchTimeout)),
        FileKind.Whole or FileKind.WholeOrSections => !isQuoted
            && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int whole) && whole >= Smallest
            && whole <= Largest,
        FileKind.Number => !isQuoted
            && double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number)
            && number >= Smallest && number <= Largest,
        _ => false,
    };
}
