using System.Diagnostics.CodeAnalysis;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Pivot;

/// <summary>The different texts of a column, in the order in which they come, each with a number. Nothing is allocated for one that is known.</summary>
internal sealed class Entities
{
    private const int MaxBytes = 200;

    private readonly Dictionary<byte[], int> _numbers = new(new BytesComparer());
    private readonly Dictionary<byte[], int>.AlternateLookup<ReadOnlySpan<byte>> _lookup;
    private readonly List<string> _names = [];

    public Entities() => _lookup = _numbers.GetAlternateLookup<ReadOnlySpan<byte>>();

    /// <summary>The texts.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>The number of a text.</summary>
    /// <param name="file">The file, for messages.</param>
    /// <param name="text">The text.</param>
    /// <exception cref="InputException">There are more different ones than a record has values, or it is too long.</exception>
    public int NumberOf(string file, ReadOnlySpan<byte> text)
    {
        if (_lookup.TryGetValue(text, out int number))
        {
            return number;
        }

        if (text.Length > MaxBytes || _names.Count == RecordSchema.MaxValues)
        {
            throw Refusal.At(
                file,
                0,
                text.Length > MaxBytes
                    ? $"'{Shown.Text(text)}' is too long for the name of a value"
                    : FormattableString.Invariant($"the column of pivot= has more than {RecordSchema.MaxValues} different texts; choose some with where="));
        }

        _numbers.Add(text.ToArray(), _names.Count);
        _names.Add(Encoding.UTF8.GetString(text));
        return _names.Count - 1;
    }

    private sealed class BytesComparer : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
    {
        public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

        public int GetHashCode([DisallowNull] byte[] obj) => GetHashCode(obj.AsSpan());

        public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

        public int GetHashCode(ReadOnlySpan<byte> alternate)
        {
            var hash = default(HashCode);
            hash.AddBytes(alternate);
            return hash.ToHashCode();
        }

        public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();
    }
}
