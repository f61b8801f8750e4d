using DbIngest.Targets.Documents;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Finds the index of a field by its name. Documents mostly have their fields in the given order, so it first tries the name
/// after the one that it found last. A <see cref="MongoDocumentReader"/> owns one. Not thread-safe. Finding allocates nothing.
/// </summary>
internal sealed class FieldPlaces(IReadOnlyList<string> names)
{
    private readonly byte[][] _names = [.. names.Select(RecordNames.Utf8)];
    private int _next;

    /// <summary>Starts a new document.</summary>
    public void Begin() => _next = 0;

    /// <summary>The index of a name. -1 for an unknown one.</summary>
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
