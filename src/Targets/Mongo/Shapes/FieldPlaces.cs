using DbIngest.Targets.Documents;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Finds which field a name is. Documents have their fields mostly in one order, so the one that followed last time is tried
/// first.
/// </summary>
internal sealed class FieldPlaces(IReadOnlyList<string> names)
{
    private readonly byte[][] _names = [.. names.Select(RecordNames.Utf8)];
    private int _next;

    /// <summary>A new document begins.</summary>
    public void Begin() => _next = 0;

    /// <summary>The place of a name; -1 where it is none of them.</summary>
    public int Of(ReadOnlySpan<byte> name)
    {
        for (int tried = 0; tried < _names.Length; tried++)
        {
            int place = _next;
            _next = _next + 1 == _names.Length ? 0 : _next + 1;
            if (name.SequenceEqual(_names[place]))
            {
                return place;
            }
        }

        return -1;
    }
}
