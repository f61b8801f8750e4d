namespace DbIngest.Runner.Options;

/// <summary>
/// The properties of a YCSB workload file and of <c>-p KEY=VALUE</c>, which replace those of the file. The format is Java's
/// (<c>java.util.Properties</c>): <c>KEY=VALUE</c>, <c>KEY:VALUE</c> or <c>KEY VALUE</c>, remarks after <c>#</c> or <c>!</c>,
/// lines that a backslash continues. <see cref="YcsbProtocol"/> reads them, each once, and then asks which nobody has read.
/// </summary>
internal sealed class YcsbProperties
{
    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);
    private readonly HashSet<string> _read = new(StringComparer.Ordinal);

    /// <summary>Properties that were given and that nobody has read, in the order of their names.</summary>
    public IEnumerable<(string Key, string Value)> Unread =>
        _values.Where(pair => !_read.Contains(pair.Key)).Select(pair => (pair.Key, pair.Value))
            .OrderBy(pair => pair.Key, StringComparer.Ordinal);

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="FormatException">A line is no property. The message names file and line.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public void AddFile(string path)
    {
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

            if (!TryAdd(line))
            {
                throw new FormatException($"{path}, line {first + 1}: '{line}' is not KEY=VALUE");
            }
        }
    }

    /// <summary>Adds a property; one that is given again replaces the earlier one.</summary>
    /// <param name="text">Key and value.</param>
    /// <returns>False if the text has no key or no separator.</returns>
    public bool TryAdd(string text)
    {
        int end = text.AsSpan().IndexOfAny("=: \t");
        if (end <= 0)
        {
            return false;
        }

        string rest = text[end..].TrimStart();
        _values[text[..end]] = (rest.StartsWith('=') || rest.StartsWith(':') ? rest[1..] : rest).Trim();
        return true;
    }

    /// <summary>A property's value.</summary>
    /// <param name="key">Its key.</param>
    /// <param name="otherwise">YCSB's default.</param>
    public string Text(string key, string otherwise)
    {
        _read.Add(key);
        return _values.GetValueOrDefault(key, otherwise);
    }

    /// <summary>True if the property was given.</summary>
    public bool Has(string key) => _values.ContainsKey(key);
}
