using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Volt;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Tests.Volt;

/// <summary>Batches of few values that come when the table has more: a server takes rows with all columns only.</summary>
public sealed class VoltLateBatchTests
{
    private const int FixedColumns = 4;
    private const int Values = 3;
    private const int Added = 2;

    /// <summary>The first call is stored, two more are on their way, and two were not sent yet.</summary>
    [Fact]
    public async Task Write_TableThatGotColumnsMeanwhile_SendsRefusedRowsAgainWithNull()
    {
        var workload = new PatternWorkload(Values, least: new VoltDefinition().LeastValue);
        using var server = new WideningServer(FixedColumns + Values + Added);
        using (var writer = Writer(server, workload))
        {
            writer.Write(Trial.Batch(workload, 0, 0, 10));
            writer.Write(Trial.Batch(workload, 0, 10, 3));
        }

        await server.Ended;
        server.Refused.ShouldBe(2);
        server.Rows.Select(row => BinaryPrimitives.ReadInt64BigEndian(row.AsSpan(4))).ShouldBe(Enumerable.Range(0, 13)
            .Select(sequence => (long)sequence));
        var all = Trial.Batch(workload, 0, 0, 13);
        for (int row = 0; row < 13; row++)
        {
            server.Rows[row].Skip(24).Chunk(8).Select(bytes => BinaryPrimitives.ReadInt64BigEndian(bytes)).ShouldBe(
            [
                .. Enumerable.Range(0, Values).Select(column => VoltFloat.Bits(all.Column(column)[row])),
                .. Enumerable.Repeat(VoltFloat.Bits(double.NaN), row < 2 ? 0 : Added),
            ]);
        }
    }

    /// <summary>A constraint, for example: no call is sent a second time.</summary>
    [Fact]
    public async Task Write_RefusedForAnotherReason_FailsAsEver()
    {
        var workload = new PatternWorkload(Values, least: new VoltDefinition().LeastValue);
        using var server = new WideningServer(FixedColumns + Values) { RefusesAll = true };
        using (var writer = Writer(server, workload))
        {
            var error = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 0, 10)));

            (error.IsTransient, error.IsAmbiguous).ShouldBe((false, true));
        }

        await server.Ended;
        server.Refused.ShouldBe(2);
        server.Rows.Count.ShouldBe(2);
    }

    private static VoltWriter Writer(WideningServer server, PatternWorkload workload) => new(
        new VoltSessions([server.Address], new VoltConnectionOptions { Server = server.Address }),
        new VoltTrialTable(VoltEndpoint.Parse("?rows=2&calls=2"), Trial.Table(workload, 1, 13) with { GetsValues = true }),
        VoltEndpoint.Parse("?rows=2&calls=2"), 0, CancellationToken.None);

    /// <summary>A server whose table gets columns behind the first call.</summary>
    private sealed class WideningServer : IDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly int _columns;

        public WideningServer(int columns)
        {
            _columns = columns;
            _listener.Start();
            Ended = Task.Run(Serve);
        }

        public EndPoint Address => _listener.LocalEndpoint;

        /// <summary>Refuses every call but the first, whatever its columns.</summary>
        public bool RefusesAll { get; init; }

        /// <summary>The rows of all calls that were stored, in their order.</summary>
        public List<byte[]> Rows { get; } = [];

        /// <summary>Calls that were refused.</summary>
        public int Refused { get; private set; }

        public Task Ended { get; }

        public void Dispose() => _listener.Dispose();

        private void Serve()
        {
            using var client = _listener.AcceptTcpClient();
            using var stream = client.GetStream();
            Receive(stream);

            // Version, success, host, session, start, address, and an empty build string.
            Send(stream, [1, 0, .. new byte[28]]);
            while (Receive(stream) is { } call)
            {
                Send(stream, Answer(call));
            }
        }

        private byte[] Answer(byte[] call)
        {
            var reader = new WireReader(call);
            reader.Byte();
            string procedure = reader.Utf8(reader.Int32());
            long handle = reader.Int64();
            if (procedure == "@SystemCatalog")
            {
                byte[][] names = [.. Enumerable.Range(0, _columns).Select(column =>
                    (byte[])[.. Text("DBINGEST_RECORDS"), .. Text(Name(column))])];
                return Success(handle, Table([VoltType.Text, VoltType.Text], ["TABLE_NAME", "COLUMN_NAME"], names));
            }

            procedure.ShouldBe("@LoadSinglepartitionTable");
            reader.Int16();

            // The partition's key, the table's name, and that it is no upsert, each behind its type.
            reader.Byte();
            reader.Take(reader.Int32());
            reader.Byte();
            reader.Take(reader.Int32());
            reader.Byte();
            reader.Byte();
            reader.Byte();
            reader.Int32();
            var head = new WireReader(reader.Take(reader.Int32()));
            head.Byte();
            int columns = head.Int16();
            if (Rows.Count > 0 && (RefusesAll || columns != _columns))
            {
                Refused++;
                return [0, .. Int64(handle), 0, unchecked((byte)VoltStatus.UserAbort), .. new byte[7]];
            }

            int rows = reader.Int32();
            for (int row = 0; row < rows; row++)
            {
                Rows.Add(reader.Take(reader.Int32()).ToArray());
            }

            return Success(handle, Table([VoltType.BigInt], ["modified_tuples"], [Int64(rows)]));
        }

        /// <summary>The names of the server's columns, of which those of the batch are the first.</summary>
        private static string Name(int column) => column switch
        {
            0 => "SOURCE",
            1 => "SEQUENCE",
            2 => "RECORDED",
            3 => "QUALITY",
            < FixedColumns + Values => FormattableString.Invariant($"V_VALUE_{column - FixedColumns}"),
            _ => FormattableString.Invariant($"V_ADDED_{column - FixedColumns - Values + 1}"),
        };

        /// <summary>Version, handle, nothing optional, the status, the procedure's own, the round trip, one table.</summary>
        private static byte[] Success(long handle, byte[] table) =>
            [0, .. Int64(handle), 0, VoltStatus.Success, 0, .. new byte[4], 0, 1, .. table];

        private static byte[] Table(VoltType[] types, string[] names, byte[][] rows)
        {
            byte[] head = [0, 0, (byte)types.Length, .. types.Select(type => (byte)type), .. names.SelectMany(Text)];
            byte[] table = [.. Int32(head.Length), .. head, .. Int32(rows.Length),
                .. rows.SelectMany(row => Int32(row.Length).Concat(row))];
            return [.. Int32(table.Length), .. table];
        }

        private static byte[] Text(string text) => [.. Int32(text.Length), .. Encoding.UTF8.GetBytes(text)];

        private static byte[] Int32(int value)
        {
            byte[] bytes = new byte[sizeof(int)];
            BinaryPrimitives.WriteInt32BigEndian(bytes, value);
            return bytes;
        }

        private static byte[] Int64(long value)
        {
            byte[] bytes = new byte[sizeof(long)];
            BinaryPrimitives.WriteInt64BigEndian(bytes, value);
            return bytes;
        }

        /// <summary>The next message; null once the writer has closed the connection.</summary>
        private static byte[]? Receive(NetworkStream stream)
        {
            byte[] length = new byte[sizeof(int)];
            if (stream.ReadAtLeast(length, length.Length, throwOnEndOfStream: false) < length.Length)
            {
                return null;
            }

            byte[] message = new byte[BinaryPrimitives.ReadInt32BigEndian(length)];
            stream.ReadExactly(message);
            return message;
        }

        private static void Send(NetworkStream stream, byte[] message) => stream.Write([.. Int32(message.Length), .. message]);
    }
}
