using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Sources.Input;

/// <summary>
/// The options of an input as one text: <c>key=value</c> pairs separated by commas. A backslash takes a special meaning from
/// the character after it (<c>\,</c> <c>\|</c> <c>\+</c> <c>\\</c>). Each reader takes the options it knows;
/// <see cref="RefuseRest"/> then makes sure that none is ignored.
/// </summary>
internal sealed class InputOptions
{
    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);

    /// <summary>What the readers asked for: the options that the format knows.</summary>
    private readonly SortedSet<string> _known = new(StringComparer.Ordinal);

    private InputOptions(string text) => Text = text;

    /// <summary>The options as given.</summary>
    public string Text { get; }

    /// <summary>Parses the text; null or empty gives no options.</summary>
    /// <exception cref="ArgumentException">A pair has no key, no equals sign, or a key that was there before.</exception>
    public static InputOptions Parse(string? text)
    {
        var options = new InputOptions(text ?? "");
        foreach (string pair in Split(options.Text, ','))
        {
            if (string.IsNullOrWhiteSpace(pair) && options.Text.Length == 0)
            {
                continue;
            }

            int equals = pair.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0)
            {
                throw new ArgumentException(
                    $"Input options: '{pair}' is not key=value. Separate pairs by commas; write a comma inside a value as \\, "
                    + "and the delimiter comma as delimiter=comma.");
            }

            string key = pair[..equals].Trim();
            if (!options._values.TryAdd(key, pair[(equals + 1)..]))
            {
                throw new ArgumentException($"Input option {key} is given twice.");
            }
        }

        return options;
    }

    /// <summary>Takes a value.</summary>
    /// <returns>The value without its backslashes, or null when it was not given.</returns>
    public string? Take(string key) => Removed(key) is { } value ? Unescape(value) : null;

    /// <summary>Takes a value that is a list.</summary>
    /// <returns>The elements without their backslashes; null when the option was not given.</returns>
    public IReadOnlyList<string>? TakeList(string key, char separator) =>
        Removed(key) is { } value ? [.. Split(value, separator).Select(Unescape)] : null;

    /// <summary>Takes a whole number.</summary>
    /// <exception cref="ArgumentException">The value is no number, or out of range.</exception>
    public long TakeNumber(string key, long otherwise, long min, long max)
    {
        if (Take(key) is not { } text)
        {
            return otherwise;
        }

        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long value) && value >= min && value <= max
            ? value
            : throw new ArgumentException($"Input option {key}: '{text}' is not a whole number from {min} to {max}.");
    }

    /// <summary>Takes one of several words.</summary>
    /// <exception cref="ArgumentException">The value is none of them.</exception>
    public T TakeWord<T>(string key, T otherwise, params (string Word, T Value)[] words)
    {
        if (Take(key) is not { } text)
        {
            return otherwise;
        }

        foreach (var (word, value) in words)
        {
            if (string.Equals(word, text, StringComparison.OrdinalIgnoreCase))
            {
                return value;
            }
        }

        throw new ArgumentException($"Input option {key}: '{text}' is none of {string.Join(", ", words.Select(word => word.Word))}.");
    }

    /// <summary>Makes sure that every option was taken.</summary>
    /// <param name="format">The format that took them.</param>
    /// <exception cref="ArgumentException">One was not: the format does not know it.</exception>
    public void RefuseRest(string format)
    {
        if (_values.Keys.FirstOrDefault() is { } key)
        {
            throw new ArgumentException(
                $"Input option {key} is not known to the format {format}; {Nearest.Remedy(key, _known, $"it has {string.Join(", ", _known)}")} (docs/reference/inputs.md).");
        }
    }

    private string? Removed(string key)
    {
        _known.Add(key);
        return _values.Remove(key, out string? value) ? value : null;
    }

    private static List<string> Split(string text, char separator)
    {
        var parts = new List<string>();
        int start = 0;
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '\\')
            {
                i++;
            }
            else if (text[i] == separator)
            {
                parts.Add(text[start..i]);
                start = i + 1;
            }
        }

        parts.Add(text[start..]);
        return parts;
    }

    private static string Unescape(string text)
    {
        var result = new StringBuilder(text.Length);
        for (int i = 0; i < text.Length; i++)
        {
            result.Append(text[i] == '\\' && i + 1 < text.Length ? text[++i] : text[i]);
        }

        return result.ToString();
    }
}
