using System.Buffers.Text;
using System.Globalization;

namespace DbIngest.Wire.Http;

/// <summary>
/// The head of a request whose target has numbers in it that differ from request to request, such as the key of a record. The
/// targets of the HTTP databases read single records by it (<see cref="HttpConnection.Query"/>), and clients of the service
/// change records by it. Filling it in allocates nothing. It contains the credentials, so it must never be logged. One thread at
/// a time uses it.
/// </summary>
public sealed class HttpTemplate
{
    private const int DigitBytes = 20;

    private readonly byte[][] _parts;
    private readonly byte[] _head;

    private HttpTemplate(byte[][] parts) => (_parts, _head) =
        (parts, new byte[parts.Sum(part => part.Length) + (DigitBytes * parts.Length)]);

    /// <summary>The text that stands for a number in a target. It needs no escape there.</summary>
    /// <param name="index">The number's position among the numbers of a request, from 0.</param>
    public static string Number(int index) => string.Create(CultureInfo.InvariantCulture, $"~{index}~");

    /// <summary>Builds the head of a GET request.</summary>
    /// <inheritdoc cref="Make(string, string, int, HttpConnection, IReadOnlyList{string})"/>
    public static HttpTemplate Make(
        string target, int numbers, HttpConnection connection, params IReadOnlyList<string> headers) =>
        Make("GET", target, numbers, connection, headers);

    /// <summary>Builds the head of a request.</summary>
    /// <param name="method"><c>GET</c>, <c>PUT</c> or another.</param>
    /// <param name="target">Path and query, escaped, with <see cref="Number"/> in ascending order, each once.</param>
    /// <param name="numbers">How many numbers it has.</param>
    /// <param name="connection">Supplies the host and the credentials.</param>
    /// <param name="headers">Further lines in the form <c>Name: value</c>.</param>
    /// <exception cref="ArgumentException">The target lacks a number, or the head contains an end of line.</exception>
    public static HttpTemplate Make(
        string method, string target, int numbers, HttpConnection connection, params IReadOnlyList<string> headers)
    {
        byte[] rest = HttpRequest.Make(method, target, connection, headers).Head;
        var parts = new List<byte[]>();
        for (int i = 0; i < numbers; i++)
        {
            byte[] mark = System.Text.Encoding.ASCII.GetBytes(Number(i));
            int at = rest.AsSpan().IndexOf(mark);
            parts.Add(at >= 0 ? rest[..at] : throw new ArgumentException("The target lacks a number.", nameof(target)));
            rest = rest[(at + mark.Length)..];
        }

        return new([.. parts, rest]);
    }

    /// <summary>The head with numbers filled in, valid until the next call.</summary>
    internal ReadOnlySpan<byte> With(ReadOnlySpan<long> numbers)
    {
        if (numbers.Length != _parts.Length - 1)
        {
            throw new ArgumentException("A request has another number of numbers than its template.", nameof(numbers));
        }

        int end = 0;
        for (int i = 0; i < _parts.Length; i++)
        {
            _parts[i].CopyTo(_head, end);
            end += _parts[i].Length;
            if (i < numbers.Length)
            {
                Utf8Formatter.TryFormat(numbers[i], _head.AsSpan(end), out int digits);
                end += digits;
            }
        }

        return _head.AsSpan(0, end);
    }
}
