using System.Data.Common;
using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Describes how a database's SQL differs from the standard. <see cref="AdoSessions"/>, <see cref="AdoTable"/> and
/// <see cref="AdoStatements"/> build statements from it, and <see cref="AdoErrors"/> recognises conflicts by it.
/// <see cref="AdoDefinition"/> finds it when a target is opened or probed. It is a small text file with lines of <c>key =
/// value</c>, and <c>#</c> before remarks: built in, or a file of the user. Immutable.
/// </summary>
/// <remarks>
/// In statements, <c>{table}</c> is the table's quoted name, <c>{name}</c> its bare name, <c>{source}</c> and <c>{sequence}</c>
/// are the quoted names of these columns, and <c>{columns}</c> is the text between the parentheses of CREATE TABLE. In a
/// parameter, <c>{0}</c> is its number from 0 and <c>{1}</c> from 1. Users write such files, so no key may be renamed.
/// </remarks>
internal sealed partial class Dialect
{
    private const string Folder = "DbIngest.Targets.Ado.Dialects.";

    /// <summary>Supported keys with their defaults. Null means no statement.</summary>
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
        ["conflicts"] = "40001, 40P01",
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

    /// <summary>Names of the built-in dialects.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        .. Assembly.GetExecutingAssembly().GetManifestResourceNames().Where(n => n.StartsWith(Folder, StringComparison.Ordinal))
            .Select(n => n[Folder.Length..^4]).Order(StringComparer.Ordinal),
    ];

    public string Name { get; }

    /// <summary>
    /// True to write several rows as <c>SELECT ... UNION ALL SELECT ...</c>, false as <c>VALUES (...), (...)</c>.
    /// </summary>
    public bool IsByUnion => _values["rows"] == "union";

    /// <summary>Text after the columns of a SELECT of one row, for example <c> FROM DUAL</c>. May be empty.</summary>
    public string RowsFrom => _values["rows_from"]!.Length > 0 ? " " + _values["rows_from"] : string.Empty;

    public int MaxParameters => int.Parse(_values["max_parameters"]!, CultureInfo.InvariantCulture);

    /// <summary>
    /// True if the database refused a transaction because another one changes the same record: its SQLSTATE, or the provider's
    /// own number (a property <c>Number</c>, as many providers have it, else the error code), is among <c>conflicts</c>.
    /// </summary>
    /// <param name="error">The provider's exception.</param>
    public bool IsConflict(DbException error)
    {
        object number = error.GetType().GetProperty("Number", typeof(int))?.GetValue(error) ?? error.ErrorCode;
        return _values["conflicts"]!.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Any(code => code == error.SqlState || code == Convert.ToString(number, CultureInfo.InvariantCulture));
    }

    /// <summary>A statement or word. Null if the dialect has none.</summary>
    /// <param name="key">A key of the table of defaults.</param>
    public string? this[string key] => _values[key];

    public string Quote(string name) => _values["quote_open"] + name + _values["quote_close"];

    /// <summary>Writes a parameter within a statement.</summary>
    public string Parameter(int index) => string.Format(CultureInfo.InvariantCulture, _values["parameter"]!, index, index + 1);

    /// <summary>Writes a parameter's name for the provider.</summary>
    public string ParameterName(int index) =>
        string.Format(CultureInfo.InvariantCulture, _values["parameter_name"]!, index, index + 1);

    /// <summary>True for the name of a built-in dialect, which is never read as a file.</summary>
    /// <param name="named">The dialect in the endpoint.</param>
    public static bool IsBuiltIn(string named) => Names.Contains(named, StringComparer.OrdinalIgnoreCase);

    /// <summary>Finds a dialect.</summary>
    /// <param name="named">Name of a built-in dialect, or path of a file.</param>
    /// <exception cref="ArgumentException">There is no such dialect, or a line of it is invalid.</exception>
    public static Dialect Find(string named)
    {
        if (IsBuiltIn(named))
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

    /// <summary>Parses the text of a dialect.</summary>
    /// <param name="name">Name of the dialect, for messages.</param>
    /// <param name="text">Lines of <c>key = value</c>.</param>
    /// <exception cref="ArgumentException">A line is invalid. The message names it.</exception>
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

        foreach (string key in (string[])["parameter", "parameter_name"])
        {
            try
            {
                _ = string.Format(CultureInfo.InvariantCulture, values[key]!, 0, 1);
            }
            catch (FormatException e)
            {
                throw new ArgumentException(
                    $"--endpoint: dialect={name}: {key} = {values[key]}: the number of a parameter is {{0}}, counted from 0, or "
                    + "{1}, counted from 1.", e);
            }
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
