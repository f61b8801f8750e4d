using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;

namespace DbIngest.Targets.Ado;

/// <summary>
/// How a database's SQL differs from others': a small file of text, lines of <c>key = value</c>, with <c>#</c> before remarks. In
/// statements, <c>{table}</c> is the table's quoted name, <c>{name}</c> its bare one, <c>{columns}</c> what is between the
/// parentheses of CREATE TABLE; in a parameter, <c>{0}</c> is its number counted from 0 and <c>{1}</c> from 1.
/// </summary>
internal sealed partial class Dialect
{
    private const string Folder = "DbIngest.Targets.Ado.Dialects.";

    /// <summary>The keys that there are, with what holds where a file leaves one out. Null if that is nothing.</summary>
    private static readonly Dictionary<string, string?> Defaults = new(StringComparer.Ordinal)
    {
        ["quote_open"] = "\"",
        ["quote_close"] = "\"",
        ["parameter"] = "@p{0}",
        ["parameter_name"] = "@p{0}",
        ["int32"] = "INTEGER",
        ["int64"] = "BIGINT",
        ["double"] = "DOUBLE PRECISION",
        ["not_null"] = "NOT NULL",
        ["null"] = string.Empty,
        ["rows"] = "values",
        ["rows_from"] = string.Empty,
        ["max_parameters"] = "1000",
        ["create"] = "CREATE TABLE {table} ({columns})",
        ["key"] = "CREATE UNIQUE INDEX {name}_key ON {table} ({source}, {sequence})",
        ["drop"] = "DROP TABLE {table}",
        ["exists"] = null,
        ["open"] = null,
        ["flush"] = null,
        ["space"] = null,
        ["placement"] = null,
    };

    private readonly Dictionary<string, string?> _values;

    private Dialect(string name, Dictionary<string, string?> values)
    {
        Name = name;
        _values = values;
    }

    /// <summary>The dialects that come with this program.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        .. Assembly.GetExecutingAssembly().GetManifestResourceNames().Where(n => n.StartsWith(Folder, StringComparison.Ordinal))
            .Select(n => n[Folder.Length..^4]).Order(StringComparer.Ordinal),
    ];

    public string Name { get; }

    /// <summary>True if many rows are <c>SELECT ... UNION ALL SELECT ...</c>, rather than <c>VALUES (...), (...)</c>.</summary>
    public bool IsByUnion => _values["rows"] == "union";

    /// <summary>What stands behind the columns of such a SELECT: <c> FROM DUAL</c>.</summary>
    public string RowsFrom => _values["rows_from"]!.Length > 0 ? " " + _values["rows_from"] : string.Empty;

    public int MaxParameters => int.Parse(_values["max_parameters"]!, CultureInfo.InvariantCulture);

    /// <summary>A statement or word. Null if this dialect has none.</summary>
    /// <param name="key">Its key.</param>
    public string? this[string key] => _values[key];

    public string Quote(string name) => _values["quote_open"] + name + _values["quote_close"];

    /// <summary>A parameter within a statement.</summary>
    public string Parameter(int index) => string.Format(CultureInfo.InvariantCulture, _values["parameter"]!, index, index + 1);

    /// <summary>A parameter's name, as the provider wants it.</summary>
    public string ParameterName(int index) =>
        string.Format(CultureInfo.InvariantCulture, _values["parameter_name"]!, index, index + 1);

    /// <summary>Finds a dialect.</summary>
    /// <param name="named">The name of one that comes with this program, or a file.</param>
    /// <exception cref="ArgumentException">There is none, or a line of it is not of the form.</exception>
    public static Dialect Find(string named)
    {
        if (Names.Contains(named, StringComparer.OrdinalIgnoreCase))
        {
            using var stream = Assembly.GetExecutingAssembly()
                .GetManifestResourceStream(Folder + named.ToLowerInvariant() + ".txt")!;
            using var reader = new StreamReader(stream);
            return Read(named.ToLowerInvariant(), reader.ReadToEnd());
        }

        try
        {
            return Read(Path.GetFileName(named), File.ReadAllText(named));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ArgumentException(
                $"--endpoint: dialect={named}: it is none of {string.Join(", ", Names)}, and no file that can be read.", e);
        }
    }

    /// <summary>Reads the text of a dialect.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="text">The text.</param>
    /// <exception cref="ArgumentException">A line is not of the form. The message names it.</exception>
    public static Dialect Read(string name, string text)
    {
        var values = new Dictionary<string, string?>(Defaults, StringComparer.Ordinal);
        string[] lines = text.ReplaceLineEndings("\n").Split('\n');
        for (int i = 0; i < lines.Length; i++)
        {
            if (lines[i].Trim() is not { Length: > 0 } line || line[0] == '#')
            {
                continue;
            }

            var match = Line().Match(line);
            if (!match.Success || !Defaults.ContainsKey(match.Groups["key"].Value))
            {
                throw new ArgumentException(
                    $"--endpoint: dialect={name}, line {i + 1}: it is not KEY = VALUE with a key that there is; there are "
                    + $"{string.Join(", ", Defaults.Keys)}.");
            }

            values[match.Groups["key"].Value] = match.Groups["value"].Value;
        }

        return values["rows"] is "values" or "union" or "single"
            && int.TryParse(values["max_parameters"], NumberStyles.None, CultureInfo.InvariantCulture, out int most) && most > 0
            ? new(name, values)
            : throw new ArgumentException(
                $"--endpoint: dialect={name}: rows is values, union or single, and max_parameters a number from 1.");
    }

    [GeneratedRegex("^(?<key>[a-z0-9_]+)\\s*=\\s*(?<value>.*)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Line();
}
