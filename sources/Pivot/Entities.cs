using System.Diagnostics.CodeAnalysis;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Pivot;

/// <summary>
/// Numbers the different texts of a long table's pivot column, whose text names the value of a row. <see cref="PivotOfSet"/>
/// owns one per input. <c>CsvReader</c>, <c>DeviceReader</c>, <c>LineProtocolReader</c> and <c>Nem12Reader</c> ask it per row.
/// A number never changes, since it is the place of a value in the record. Allocates nothing for a known text. Not thread-safe.
/// </summary>
internal sealed class Entities
{
    private const int MaxBytes = 200;
    private const int BytesPerCharacter = 3;

    private readonly Dictionary<byte[], int> _numbers = new(new BytesComparer());
    private readonly Dictionary<byte[], int>.AlternateLookup<ReadOnlySpan<byte>> _lookup;
    private readonly List<string> _names = [];

    public Entities() => _lookup = _numbers.GetAlternateLookup<ReadOnlySpan<byte>>();

    /// <summary>The texts, by number.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>Returns the number of a text in any encoding that keeps ASCII. A text has one number in all of them.</summary>
    /// <exception cref="InputException">As for a text in UTF-8.</exception>
    public int NumberOf(string file, ReadOnlySpan<byte> text, Encoding encoding)
    {
        if (encoding is UTF8Encoding || text.Length > MaxBytes || Ascii.IsValid(text))
        {
            return NumberOf(file, text);
        }

        Span<char> characters = stackalloc char[MaxBytes];
        Span<byte> bytes = stackalloc byte[MaxBytes * BytesPerCharacter];
        int length = encoding.GetChars(text, characters);
        return NumberOf(file, bytes[..Encoding.UTF8.GetBytes(characters[..length], bytes)]);
    }

    /// <summary>Returns the number of a text in UTF-8.</summary>
    /// <exception cref="InputException">There are more different texts than a record has values, or the text is too
    /// long.</exception>
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
                    ? $"'{SafeText.Text(text)}' is too long for the name of a value"
                    : FormattableString.Invariant(
                        $"the column of pivot= has more than {RecordSchema.MaxValues} different texts; choose some with where="));
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
