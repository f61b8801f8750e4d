using System.Buffers.Binary;
using System.Globalization;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Bench.Couchbase;

/// <summary>
/// Serves one client's connection to <see cref="SinkServer"/>, on a thread of <see cref="SinkListener"/>. The session checks the
/// password, counts documents and their bytes for all sessions together, and keeps none. The session sends the answers once it
/// has processed all received requests, and ends at a request of more than 1 MiB.
/// </summary>
internal sealed class SinkSession(Socket socket, byte[] map)
{
    private const int HeaderBytes = 24;
    private const string Salt = "c2luaw==";
    private const int Iterations = 4096;
    private const string Password = "password";
    private const int KeyNotFound = 0x01, AuthenticationError = 0x20, AuthenticationContinue = 0x21, UnknownCommand = 0x81;

    private static long _documents;
    private static long _valueBytes;

    private readonly byte[] _in = new byte[1 << 20];
    private byte[] _out = new byte[1 << 16];
    private int _outBytes;
    private string _exchange = string.Empty;

    public void Run()
    {
        int start = 0, end = 0;
        while (true)
        {
            int count = socket.Receive(_in.AsSpan(end));
            if (count == 0)
            {
                return;
            }

            end += count;
            long documents = 0, valueBytes = 0;
            while (end - start >= HeaderBytes)
            {
                var header = _in.AsSpan(start, HeaderBytes);
                int body = BinaryPrimitives.ReadInt32BigEndian(header[8..]);
                if (end - start < HeaderBytes + body)
                {
                    break;
                }

                if (header[1] is 0x01 or 0x02)
                {
                    documents++;
                    valueBytes += body - header[4] - BinaryPrimitives.ReadUInt16BigEndian(header[2..]);
                    Answer(header, 0, default, default, default);
                }
                else
                {
                    Other(header, _in.AsSpan(start + HeaderBytes, body));
                }

                start += HeaderBytes + body;
            }

            if (documents > 0)
            {
                Interlocked.Add(ref _documents, documents);
                Interlocked.Add(ref _valueBytes, valueBytes);
            }

            _in.AsSpan(start, end - start).CopyTo(_in);
            (start, end) = (0, end - start);
            for (int sent = 0; sent < _outBytes;)
            {
                sent += socket.Send(_out.AsSpan(sent, _outBytes - sent));
            }

            _outBytes = 0;
        }
    }

    private void Other(ReadOnlySpan<byte> header, ReadOnlySpan<byte> body)
    {
        int key = BinaryPrimitives.ReadUInt16BigEndian(header[2..]);
        var value = body[(header[4] + key)..];
        switch (header[1])
        {
            case 0x00:
                Answer(header, KeyNotFound, default, default, default);
                break;
            case 0x10:
                Statistic(header, "documents", Volatile.Read(ref _documents));
                Statistic(header, "value_bytes", Volatile.Read(ref _valueBytes));
                Answer(header, 0, default, default, default);
                break;
            case 0x1f or 0x89 or 0x0a:
                Answer(header, 0, default, default, default);
                break;
            case 0xfe:
                Answer(header, 0, default, default, "{\"version\":1,\"revision\":1,\"errors\":{}}"u8);
                break;
            case 0x20:
                Answer(header, 0, default, default, "SCRAM-SHA256"u8);
                break;
            case 0x21:
                string bare = Encoding.UTF8.GetString(value)["n,,".Length..];
                string first = string.Create(CultureInfo.InvariantCulture,
                    $"r={bare[(bare.IndexOf("r=", StringComparison.Ordinal) + 2)..]}sink,s={Salt},i={Iterations}");
                _exchange = $"{bare},{first}";
                Answer(header, AuthenticationContinue, default, default, Encoding.UTF8.GetBytes(first));
                break;
            case 0x22:
                string? final = Final(Encoding.UTF8.GetString(value));
                Answer(header, final is null ? AuthenticationError
                    : 0, default, default, Encoding.UTF8.GetBytes(final ?? string.Empty));
                break;
            case 0xb5:
                Answer(header, 0, default, default, map);
                break;
            default:
                Answer(header, UnknownCommand, default, default, default);
                break;
        }
    }

    /// <summary>The server's final message of SCRAM (RFC 5802); null when the password is wrong.</summary>
    private string? Final(string message)
    {
        string withoutProof = message[..message.LastIndexOf(",p=", StringComparison.Ordinal)];
        byte[] proof = Convert.FromBase64String(message[(withoutProof.Length + 3)..]);
        byte[] exchange = Encoding.UTF8.GetBytes($"{_exchange},{withoutProof}");
        byte[] salted = Rfc2898DeriveBytes.Pbkdf2(Password, Convert.FromBase64String(Salt), Iterations, HashAlgorithmName.SHA256,
            SHA256.HashSizeInBytes);
        byte[] stored = SHA256.HashData(HMACSHA256.HashData(salted, "Client Key"u8));
        byte[] signature = HMACSHA256.HashData(stored, exchange);
        for (int i = 0; i < proof.Length; i++)
        {
            signature[i] ^= proof[i];
        }

        return SHA256.HashData(signature).AsSpan().SequenceEqual(stored)
            ? $"v={Convert.ToBase64String(HMACSHA256.HashData(HMACSHA256.HashData(salted, "Server Key"u8), exchange))}"
            : null;
    }

    private void Statistic(ReadOnlySpan<byte> header, string name, long value) =>
        Answer(header, 0, default, Encoding.ASCII.GetBytes(name),
            Encoding.ASCII.GetBytes(value.ToString(CultureInfo.InvariantCulture)));

    private void Answer(ReadOnlySpan<byte> request, int status, ReadOnlySpan<byte> extras, ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> value)
    {
        int body = extras.Length + key.Length + value.Length;
        if (_outBytes + HeaderBytes + body > _out.Length)
        {
            Array.Resize(ref _out, Math.Max(2 * _out.Length, _outBytes + HeaderBytes + body));
        }

        var answer = _out.AsSpan(_outBytes);
        answer[..HeaderBytes].Clear();
        answer[0] = 0x81;
        answer[1] = request[1];
        BinaryPrimitives.WriteUInt16BigEndian(answer[2..], (ushort)key.Length);
        answer[4] = (byte)extras.Length;
        BinaryPrimitives.WriteUInt16BigEndian(answer[6..], (ushort)status);
        BinaryPrimitives.WriteInt32BigEndian(answer[8..], body);
        request.Slice(12, 4).CopyTo(answer[12..]);
        answer[23] = 1;
        extras.CopyTo(answer[HeaderBytes..]);
        key.CopyTo(answer[(HeaderBytes + extras.Length)..]);
        value.CopyTo(answer[(HeaderBytes + extras.Length + key.Length)..]);
        _outBytes += HeaderBytes + body;
    }
}
