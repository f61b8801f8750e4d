using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>What the named fields of the first lines look like: which hold times, which numbers.</summary>
/// <param name="file">The file, for messages.</param>
/// <param name="missing">Texts that stand for a missing value, besides the usual ones.</param>
internal sealed class FieldProfiles(string file, IReadOnlyList<string> missing)
{
    private const int MaxFields = 10_000;

    private static readonly string[] TimeWords = ["time", "timestamp", "datetime", "date", "epoch", "unix", "ts", "t"];

    private readonly MissingMarks _marks = new([.. CsvOptions.UsualMissing, .. missing], []);
    private readonly List<string> _names = [];
    private readonly Dictionary<string, ColumnProfile> _profiles = new(StringComparer.Ordinal);

    /// <summary>The names in the order in which they came.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>Looks at a field of a line.</summary>
    /// <exception cref="InputException">There are too many different ones.</exception>
    public void Add(string name, ReadOnlySpan<byte> value)
    {
        if (!_profiles.TryGetValue(name, out var profile))
        {
            if (_names.Count == MaxFields)
            {
                throw Refusal.At(file, 0, FormattableString.Invariant($"its lines have more than {MaxFields} different fields"));
            }

            _profiles.Add(name, profile = new());
            _names.Add(name);
        }

        profile.Add(value, _marks, new NumberFormat((byte)'.', commaPossible: false));
    }

    /// <summary>The unit in which a field counts from 1970; null when it does not.</summary>
    public DateOrder? UnixUnit(string name) => _profiles[name].UnixUnit;

    /// <summary>The field of the time: the one that the user names, else the first that holds dates, else the first of counts from 1970 whose name says so.</summary>
    /// <exception cref="InputException">There is none.</exception>
    public string TimeField(string? wanted) => wanted is not null ? Known(wanted)
        : _names.Find(name => IsMostly(_profiles[name].Dates, _profiles[name]))
        ?? _names.Find(name => UnixUnit(name) is not null && IsTimeName(name))
        ?? throw Refusal.At(file, 0, $"no field of its first lines holds times; name one with the input option time-key=. There are: {Shown.List(_names)}");

    /// <summary>Chooses the values.</summary>
    /// <param name="columns">Those that the user names; null for all that hold numbers.</param>
    /// <param name="time">The field of the time, which is none of them; null when the time is no field.</param>
    /// <exception cref="InputException">There are none, or too many, or one is not there.</exception>
    public FieldChoice Choose(IReadOnlyList<(string Column, string? Name)>? columns, string? time)
    {
        var chosen = columns ?? [.. _names.Where(name => name != time && IsNumeric(_profiles[name])).Select(name => (name, (string?)null))];
        string[] fields = [.. chosen.Select(c => Known(c.Column))];
        if (fields.Length is 0 or > RecordSchema.MaxValues)
        {
            throw Refusal.At(file, 0, FormattableString.Invariant(
                $"{fields.Length} of its fields hold numbers, and a record carries 1 to {RecordSchema.MaxValues}; name some with the input option columns=. There are: {Shown.List(_names)}"));
        }

        return new(
            fields,
            new RecordSchema([.. ColumnNames.ToColumns(fields.Zip(chosen, (field, c) => (field, c.Name)))]),
            [.. _names.Where(name => name != time && !fields.Contains(name)).Select(name => $"{Shown.Text(name)} ({Reason(_profiles[name])})")],
            [.. fields.SelectMany(field => _profiles[field].Marks.Texts(_profiles[field].Numbers)).Distinct(StringComparer.Ordinal)]);
    }

    /// <summary>Most of a field decides what it holds: then a bad value is a bad row, and does not take the field from all others.</summary>
    private static bool IsNumeric(ColumnProfile profile) => profile.IsNumeric || IsMostly(profile.Numbers, profile);

    private static bool IsMostly(int count, ColumnProfile profile) => 2 * count > profile.Present;

    private static string Reason(ColumnProfile profile) =>
        IsNumeric(profile) ? "not named" : profile.Present == 0 ? "empty in the first lines" : $"not numbers: '{profile.Odd}'";

    /// <summary>Whether one of the words of a name says that it is a time.</summary>
    private static bool IsTimeName(string name) =>
        name.ToLowerInvariant().Split(['_', '-', '.', ' ', '[', ']', '(', ')', '@', '$']).Any(word => TimeWords.Contains(word))
        || name.EndsWith("Time", StringComparison.Ordinal) || name.EndsWith("Timestamp", StringComparison.Ordinal);

    private string Known(string name) =>
        _profiles.ContainsKey(name) ? name : throw Refusal.At(file, 0, $"there is no field '{Shown.Text(name)}' in its first lines. There are: {Shown.List(_names)}");
}
