using System.Net;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Tests.Fakes;

/// <summary>A connection to a server whose answers are known beforehand.</summary>
internal static class CqlScript
{
    public static readonly IPEndPoint Server = new(IPAddress.Loopback, 9042);

    /// <summary>The bytes of a server that accepts STARTUP and then says what is given.</summary>
    public static byte[] Bytes(int version, Action<CqlRequestBuffer> answers, bool isCompressed = false)
    {
        var start = CqlServerMessage.Buffer(version, isSegmented: false);
        CqlServerMessage.Ready(start, 0);
        var rest = CqlServerMessage.Buffer(version, isSegmented: version >= 5);
        rest.Compression = isCompressed ? new CqlCompression() : null;
        answers(rest);
        return [.. start.Finish(), .. rest.Finish()];
    }

    public static CqlConnection Open(byte[] answers, int version, int pieceBytes = int.MaxValue, int maxMessageBytes = 1 << 20,
        bool isCompressed = false) =>
        CqlConnection.Open(
            Server,
            () => WireStream.Of(new ScriptedStream(answers, pieceBytes), new SocketSettings()),
            new CqlConnectionOptions
            {
                Version = version,
                MaxMessageBytes = maxMessageBytes,
                MaxInFlight = 16,
                IsCompressed = isCompressed
            });
}
