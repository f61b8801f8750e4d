using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Sources.Input;

/// <summary>
/// The options of an input, from one text of <c>key=value</c> pairs separated by commas. A backslash escapes the character after
/// it (<c>\,</c> <c>\|</c> <c>\+</c> <c>\\</c>). <see cref="InputWorkload"/>, <see cref="InputInspector"/> and
/// <c>RecordingExport</c> parse the text. The parts that read an input each take the options that they know, which removes them.
/// The format comes last and calls <see cref="RefuseRest"/>, so that no option is ignored. One object serves one opening of a
/// file: parse the text again for the next.
/// </summary>
internal sealed class InputOptions
{
    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);

    /// <summary>
    /// Keys that were looked up so far, given or not. The message of <see cref="RefuseRest"/> lists them as the known ones, so a
    /// format must look up all of its options before.
    /// </summary>
    private readonly SortedSet<string> _known = new(StringComparer.Ordinal);

    private InputOptions(string text) => Text = text;

    public string Text { get; }

    /// <summary>Parses the text. Null or empty gives no options.</summary>
    /// <exception cref="ArgumentException">A pair has no key or no equals sign, or a key occurs twice.</exception>
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

    /// <summary>Takes a value without its backslashes. Null when the option is absent.</summary>
    public string? Take(string key) => Removed(key) is { } value ? Unescape(value) : null;

    /// <summary>Takes a value with its backslashes, for <see cref="Split"/> and <see cref="Unescape"/>. Null when the option is
    /// absent.</summary>
    public string? TakeEscaped(string key) => Removed(key);

    /// <summary>Takes a list, its elements without their backslashes. Null when the option is absent.</summary>
    public IReadOnlyList<string>? TakeList(string key, char separator) =>
        Removed(key) is { } value ? [.. Split(value, separator).Select(Unescape)] : null;

    /// <summary>
    /// Takes a whole number from <paramref name="min"/> to <paramref name="max"/>, both included. Returns
    /// <paramref name="otherwise"/> when the option is absent.
    /// </summary>
    /// <exception cref="ArgumentException">The value is not a whole number, or out of range.</exception>
    public long TakeNumber(string key, long otherwise, long min, long max)
    {
        if (Take(key) is not { } text)
        {
            return otherwise;
        }

        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long value) && value >= min
            && value <= max
            ? value
            : throw new ArgumentException($"Input option {key}: '{text}' is not a whole number from {min} to {max}.");
    }

    /// <summary>
    /// Takes one of several words, whatever their case. Returns <paramref name="otherwise"/> when the option is absent.
    /// </summary>
    /// <exception cref="ArgumentException">The value is none of the words.</exception>
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

        throw new ArgumentException(
            $"Input option {key}: '{text}' is none of {string.Join(", ", words.Select(word => word.Word))}.");
    }

    /// <summary>
    /// Takes the option <c>bad-rows</c>: true when malformed rows are skipped and counted, false when the first one ends the
    /// reading.
    /// </summary>
    /// <exception cref="ArgumentException">The value is neither <c>stop</c> nor <c>skip</c>.</exception>
    public bool TakeSkipBadRows() => TakeWord("bad-rows", false, ("stop", false), ("skip", true));

    /// <summary>Refuses the options that were not taken. Each format calls it after it has taken its own options.</summary>
    /// <param name="format">The format, for the message.</param>
    /// <exception cref="ArgumentException">An option is left, which the format does not know.</exception>
    public void RefuseRest(string format)
    {
        if (_values.Keys.FirstOrDefault() is { } key)
        {
            throw new ArgumentException(
                $"Input option {key} is not known to the format {format}; "
                + $"{Nearest.Remedy(key, _known, $"it has {string.Join(", ", _known)}")} (docs/reference/inputs.md).");
        }
    }

    private string? Removed(string key)
    {
        _known.Add(key);
        return _values.Remove(key, out string? value) ? value : null;
    }

    /// <summary>Splits a text with backslashes at the separators that have none before them. The parts keep theirs.</summary>
    public static List<string> Split(string text, char separator)
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

    /// <summary>Returns a text without its backslashes, each of which makes the character after it an ordinary one.</summary>
    public static string Unescape(string text)
    {
        var result = new StringBuilder(text.Length);
        for (int i = 0; i < text.Length; i++)
        {
            result.Append(text[i] == '\\' && i + 1 < text.Length ? text[++i] : text[i]);
        }

        return result.ToString();
    }
}
