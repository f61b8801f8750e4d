using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Looks up the role of a named field: the index of its value, the time, or left out. <c>JsonLinesReader</c>,
/// <c>LineProtocolReader</c> and <see cref="KeyValueReader"/> ask it for every field. A field that the first lines lacked never
/// becomes a value: it is left out, and the facts name up to 20 of these. Allocates nothing for a known field. Not thread-safe.
/// </summary>
internal sealed class FieldRoles
{
    public const int Time = -1;

    /// <summary>The role of a field that is left out.</summary>
    public const int LeftOut = -2;

    private const int MaxLate = 20;

    private readonly Dictionary<string, int> _roles = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _lookup;
    private readonly HashSet<string> _late = new(StringComparer.Ordinal);
    private readonly IReadOnlyList<string> _leftOut;

    /// <summary>Creates the roles.</summary>
    /// <param name="all">All fields of the first lines.</param>
    /// <param name="time">The field of the time; null when the time is not a field.</param>
    public FieldRoles(FieldChoice choice, IReadOnlyList<string> all, string? time)
    {
        _leftOut = choice.LeftOut;
        for (int value = 0; value < choice.Fields.Count; value++)
        {
            _roles[choice.Fields[value]] = value;
        }

        foreach (string name in all)
        {
            _roles.TryAdd(name, LeftOut);
        }

        if (time is not null)
        {
            _roles[time] = Time;
        }

        _lookup = _roles.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    /// <summary>The fields that are left out, including those that occurred only after the first lines.</summary>
    public string AllLeftOut =>
        string.Join(", ", [.. _leftOut, .. _late.Select(name => $"{SafeText.Text(name)} (not in the first lines)")]);

    /// <summary>Returns the index of a field's value, or its role.</summary>
    public int Of(ReadOnlySpan<char> name)
    {
        if (_lookup.TryGetValue(name, out int role))
        {
            return role;
        }

        if (_late.Count < MaxLate)
        {
            _late.Add(name.ToString());
        }

        return LeftOut;
    }
}
