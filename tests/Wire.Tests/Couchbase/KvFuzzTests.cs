using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Wire.Tests.Couchbase;

/// <summary>
/// Whatever a server sends, what comes of it is a failure of the protocol or of the connection, and nothing else.
/// </summary>
public sealed class KvFuzzTests
{
    private const int HeaderBytes = 24;

    [Fact]
    public void Open_AnswersWithSomeBytesChanged_FailOrWorkAsTheContractSays()
    {
        int failures = 0;
        for (int seed = 0; seed < 60; seed++)
        {
            using var server = new Garbler(new Numbers(seed));
            var options = new KvConnectionOptions
            {
                RequestTimeout = TimeSpan.FromMilliseconds(100),
                Bucket = "b",
                Credentials = seed % 2 == 0 ? new KvCredentials("user", static () => "password") : null,
            };
            var failure = Record.Exception(() =>
            {
                using var connection = KvConnection.Open(server.Place, options);
                connection.Statistics("diskinfo");
                connection.CollectionId("s", "c");
                new ClusterMapReader(false, false).Read(connection.ClusterConfig(), "h");
            });
            (failure is null or WireException).ShouldBeTrue($"seed {seed}: {failure}");
            failures += failure is null ? 0 : 1;
        }

        failures.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Walk_StreamsWithSomeBytesChanged_FailOrWorkAsTheContractSays()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            using var server = new Garbler(new Numbers(seed));
            var failure = Record.Exception(() =>
                DcpBackfill.Walk(server.Place, new KvConnectionOptions { RequestTimeout = TimeSpan.FromMilliseconds(100) }, 8,
                    static (_, _, _) => { }, CancellationToken.None));
            (failure is null or WireException).ShouldBeTrue($"seed {seed}: {failure}");
        }
    }

    /// <summary>Numbers that are the same for the same seed (Knuth's linear congruential generator, its upper half).</summary>
    private sealed class Numbers(int seed)
    {
        private ulong _state = (ulong)seed;

        public int Next(int end) => Next(0, end);

        public int Next(int first, int end)
        {
            _state = (_state * 6364136223846793005) + 1442695040888963407;
            return first + (int)((_state >> 33) % (ulong)(end - first));
        }
    }

    /// <summary>
    /// Answers every request with success and a body of random bytes, now and then with bytes of the header changed; ends the
    /// connection after a while.
    /// </summary>
    private sealed class Garbler : IDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly Numbers _random;

        public Garbler(Numbers random)
        {
            _random = random;
            _listener.Start();
            Place = (IPEndPoint)_listener.LocalEndpoint;
            new Thread(Serve) { IsBackground = true }.Start();
        }

        public IPEndPoint Place { get; }

        public void Dispose() => _listener.Dispose();

        private void Serve()
        {
            try
            {
                using var client = _listener.AcceptTcpClient();
                using var stream = client.GetStream();
                byte[] header = new byte[HeaderBytes];
                for (int left = _random.Next(2, 12); left > 0; left--)
                {
                    stream.ReadExactly(header);
                    stream.ReadExactly(new byte[BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(8))]);
                    bool isInStream = header[1] == (byte)KvOpcode.DcpStreamRequest;
                    if (_random.Next(8) > 0 && header[1] is 0x1f or 0x50 or 0x48 or 0x53)
                    {
                        stream.Write(Good(header));
                    }
                    else
                    {
                        stream.Write(Answer(header));
                    }

                    for (int messages = isInStream ? 6 : 0; messages > 0; messages--)
                    {
                        stream.Write(Answer(header));
                    }
                }
            }
            catch (Exception exception) when (exception is IOException or SocketException or ObjectDisposedException)
            {
                // The client has had enough.
            }
        }

        /// <summary>As a server answers at the beginning of a walk: one vBucket has changes.</summary>
        private static byte[] Good(byte[] request)
        {
            byte[] answer = new byte[HeaderBytes + (request[1] == 0x48 ? 10 : 0)];
            answer[0] = 0x81;
            answer[1] = request[1];
            answer[11] = (byte)(answer.Length - HeaderBytes);
            answer[^1] = (byte)(answer.Length > HeaderBytes ? 9 : 0);
            return answer;
        }

        private byte[] Answer(byte[] request)
        {
            byte[] answer = new byte[HeaderBytes + _random.Next(0, 40)];
            for (int i = 0; i < answer.Length; i++)
            {
                answer[i] = (byte)_random.Next(256);
            }

            answer.AsSpan(0, HeaderBytes).Clear();
            bool isChange = request[1] == (byte)KvOpcode.DcpStreamRequest && _random.Next(4) > 0;
            answer[0] = (byte)(isChange ? 0x80 : _random.Next(4) switch { 0 => 0x80, 1 => 0x18, _ => 0x81 });
            answer[1] = isChange ? (byte)(0x55 + _random.Next(4)) : request[1];
            answer[3] = (byte)_random.Next(0, 6);
            answer[4] = (byte)_random.Next(0, 14);
            BinaryPrimitives.WriteInt32BigEndian(answer.AsSpan(8), answer.Length - HeaderBytes);
            if (_random.Next(3) == 0)
            {
                answer[_random.Next(HeaderBytes)] = (byte)_random.Next(256);
            }

            return answer;
        }
    }
}
