using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Collects what the named fields of the first lines look like, and chooses the time and the values among them.
/// <c>JsonLinesSniffer</c> fills one per file, <c>LineProtocolSniffer</c> one per measurement, before the first record is read.
/// It refuses lines with more than 10,000 different fields.
/// </summary>
/// <param name="missing">Marks of a missing value besides the usual ones.</param>
internal sealed class FieldProfiles(string file, IReadOnlyList<string> missing)
{
    private const int MaxFields = 10_000;

    private static readonly string[] TimeWords = ["time", "timestamp", "datetime", "date", "epoch", "unix", "ts", "t"];

    private readonly MissingMarks _marks = new([.. CsvOptions.UsualMissing, .. missing], []);
    private readonly List<string> _names = [];
    private readonly Dictionary<string, ColumnProfile> _profiles = new(StringComparer.Ordinal);

    /// <summary>The names in the order of their first occurrence.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>Adds a field of a line.</summary>
    /// <exception cref="InputException">The lines have more than 10,000 different fields.</exception>
    public void Add(string name, ReadOnlySpan<byte> value) =>
        Profile(name).Add(value, _marks, new NumberFormat((byte)'.', commaPossible: false));

    /// <summary>Adds a field that its line declares to be a text, also one of digits.</summary>
    /// <exception cref="InputException">The lines have more than 10,000 different fields.</exception>
    public void AddText(string name, ReadOnlySpan<byte> value) => Profile(name).AddText(value, _marks);

    private ColumnProfile Profile(string name)
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

        return profile;
    }

    /// <summary>The unit in which a field counts from 1970. Null when it does not.</summary>
    public DateOrder? UnixUnit(string name) => _profiles[name].UnixUnit;

    /// <summary>
    /// Returns the field of the time: the user's, else the first that holds dates, else the first count from 1970 with the name
    /// of a time.
    /// </summary>
    /// <exception cref="InputException">No field holds times, or one holds days and another one the times of day.</exception>
    public string TimeField(string? wanted) => wanted is not null ? Known(wanted)
        : WithClock(file, DatesOf(_names, _profiles, profile => IsMostly(profile.Dates, profile)), _profiles, IsTimeName)
        ?? _names.Find(name => UnixUnit(name) is not null && IsTimeName(name))
        ?? throw Refusal.At(file, 0,
            $"no field of its first lines holds times; name one with the input option time-key=. Fields: "
            + $"{SafeText.ListOrNone(_names)}");

    /// <summary>
    /// Finds the first field of dates. One with the same time in all lines, such as that of an installation, gives way to the
    /// first that goes on.
    /// </summary>
    /// <param name="names">All fields, in the order of their first occurrence.</param>
    /// <param name="profiles">What the values of each field look like.</param>
    /// <param name="areDates">True for a field of dates.</param>
    /// <returns>The field; null without one.</returns>
    public static string? DatesOf(
        List<string> names, IReadOnlyDictionary<string, ColumnProfile> profiles, Func<ColumnProfile, bool> areDates)
    {
        string? first = names.Find(name => areDates(profiles[name]));
        bool standsStill = first is not null && profiles[first] is { HasClock: true, HasOneDate: true } dates
            && !(dates.HasMidnights && profiles.Values.Any(profile => profile.IsTime));
        return (standsStill ? names.Find(name => areDates(profiles[name]) && !profiles[name].HasOneDate) : null) ?? first;
    }

    /// <summary>
    /// Refuses a field of days beside a field of times of day: every record would have the time of midnight. The option
    /// <c>time-key=</c> names the days all the same.
    /// </summary>
    /// <param name="dates">The first field of dates; null without one.</param>
    /// <param name="profiles">All fields.</param>
    /// <param name="isTimeName">True for a name that says time.</param>
    /// <returns>The field.</returns>
    /// <exception cref="InputException">The dates are days, and another field holds times of day.</exception>
    public static string? WithClock(
        string file, string? dates, IReadOnlyDictionary<string, ColumnProfile> profiles, Func<string, bool> isTimeName) =>
        dates is not null && (!profiles[dates].HasClock || profiles[dates].HasMidnights)
            && profiles.FirstOrDefault(field => field.Value.IsTime && isTimeName(field.Key)).Key is { } clock
            ? throw Refusal.At(file, 0,
                $"its days ('{SafeText.Text(dates)}') and times of day ('{SafeText.Text(clock)}') are apart, and are not joined "
                + $"here; write both into one value, or name the days alone with the input option time-key=")
            : dates;

    /// <summary>Chooses the values.</summary>
    /// <param name="columns">The user's fields; null for all fields of numbers.</param>
    /// <param name="time">The field of the time, which is no value; null when the time is not a field.</param>
    /// <exception cref="InputException">No field or too many fields hold numbers, or a field of the user's does not
    /// exist.</exception>
    /// <exception cref="ArgumentException">The user names a field twice, or that of the time.</exception>
    public FieldChoice Choose(IReadOnlyList<(string Column, string? Name)>? columns, string? time)
    {
        var chosen = columns
            ?? [.. _names.Where(name => name != time && IsNumeric(_profiles[name])).Select(name => (name, (string?)null))];
        string[] fields = [.. chosen.Select(c => Known(c.Column))];
        FieldChoice.Check(fields, time);
        if (fields.Length is 0 or > RecordSchema.MaxValues)
        {
            throw Refusal.At(file, 0, FormattableString.Invariant(
                $"{fields.Length} of its fields hold numbers, and a record carries 1 to {RecordSchema.MaxValues}; name some with the input option columns=. Fields: {SafeText.List(_names)}"));
        }

        return new(
            fields,
            new RecordSchema([.. ColumnNames.ToColumns(fields.Zip(chosen, (field, c) => (field, c.Name)))]),
            [.. _names.Where(name => name != time && !fields.Contains(name))
                .Select(name => $"{SafeText.Text(name)} ({Reason(_profiles[name])})")],
            [.. fields.SelectMany(field => _profiles[field].Marks.Texts(_profiles[field].Numbers))
                .Distinct(StringComparer.Ordinal)]);
    }

    /// <summary>
    /// True when most values of a field are numbers. A bad value is then a bad row and does not remove the field.
    /// </summary>
    private static bool IsNumeric(ColumnProfile profile) => profile.IsNumeric || IsMostly(profile.Numbers, profile);

    private static bool IsMostly(int count, ColumnProfile profile) => 2 * count > profile.Present;

    private static string Reason(ColumnProfile profile) =>
        IsNumeric(profile) ? "not named" : profile.Present == 0 ? "empty in the first lines" : $"not numbers: '{profile.Odd}'";

    /// <summary>True when a word of the name means time.</summary>
    private static bool IsTimeName(string name) =>
        name.ToLowerInvariant().Split(['_', '-', '.', ' ', '[', ']', '(', ')', '@', '$']).Any(word => TimeWords.Contains(word))
        || name.EndsWith("Time", StringComparison.Ordinal) || name.EndsWith("Timestamp", StringComparison.Ordinal);

    private string Known(string name) =>
        _profiles.ContainsKey(name) ? name
            : throw Refusal.At(file, 0,
            $"there is no field '{SafeText.Text(name)}' in its first lines. Fields: {SafeText.List(_names)}");
}
