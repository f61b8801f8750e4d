namespace DbIngest.Runner.Options;

/// <summary>
/// The properties of a YCSB workload file and of <c>-p KEY=VALUE</c>, which replace those of the file. The format is Java's
/// (<c>java.util.Properties</c>): <c>KEY=VALUE</c>, <c>KEY:VALUE</c> or <c>KEY VALUE</c>, comments after <c>#</c> or <c>!</c>,
/// and a backslash that continues a line. <see cref="SweepRequestReader"/> fills it. <see cref="YcsbProtocol"/> reads the
/// properties that it knows, and then must report those in <see cref="Unread"/>, so that none is ignored in silence.
/// </summary>
internal sealed class YcsbProperties
{
    private const string Option = "--ycsb";
    private readonly Dictionary<string, (string Value, string Place)> _values = new(StringComparer.Ordinal);
    private readonly HashSet<string> _read = new(StringComparer.Ordinal);
    private string _file = Option;

    /// <summary>Properties that were given and not read by <see cref="Text"/> so far, in the order of their names.</summary>
    public IEnumerable<(string Key, string Value)> Unread =>
        _values.Where(pair => !_read.Contains(pair.Key)).Select(pair => (pair.Key, pair.Value.Value))
            .OrderBy(pair => pair.Key, StringComparer.Ordinal);

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="FormatException">A line is no property. The message names file and line.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public void AddFile(string path)
    {
        _file = $"{Option}: {path}";
        string[] lines = File.ReadAllLines(path);
        for (int i = 0; i < lines.Length; i++)
        {
            int first = i;
            string line = lines[i].Trim();
            if (line.Length == 0 || line[0] is '#' or '!')
            {
                continue;
            }

            while (line.EndsWith('\\') && i + 1 < lines.Length)
            {
                line = line[..^1] + lines[++i].TrimStart();
            }

            string place = FormattableString.Invariant($"{path}, line {first + 1}");
            if (!TryAdd(line, $"{Option}: {place}"))
            {
                throw new FormatException($"{place}: '{line}' is not KEY=VALUE");
            }
        }
    }

    /// <summary>Adds a property of <c>-p</c>, or replaces the value of a property that was added before.</summary>
    /// <param name="text">Key and value.</param>
    /// <returns>False if the text has no key or no separator.</returns>
    public bool TryAdd(string text) => TryAdd(text, "--property");

    /// <summary>Returns the value of a property and counts the property as read.</summary>
    /// <param name="key">Key of the property, in the spelling of YCSB.</param>
    /// <param name="otherwise">YCSB's default, for a property that was not given.</param>
    public string Text(string key, string otherwise)
    {
        _read.Add(key);
        return _values.TryGetValue(key, out var given) ? given.Value : otherwise;
    }

    /// <summary>
    /// The option that gave a property, with file and line of a property of the file, as a message begins. The file as a whole
    /// for a property that was not given.
    /// </summary>
    public string PlaceOf(string key) => _values.TryGetValue(key, out var given) ? given.Place : _file;

    /// <summary>True if the property was given. Does not count the property as read.</summary>
    public bool Has(string key) => _values.ContainsKey(key);

    private bool TryAdd(string text, string place)
    {
        int end = text.AsSpan().IndexOfAny("=: \t");
        if (end <= 0)
        {
            return false;
        }

        string rest = text[end..].TrimStart();
        _values[text[..end]] = ((rest.StartsWith('=') || rest.StartsWith(':') ? rest[1..] : rest).Trim(), place);
        return true;
    }
}
