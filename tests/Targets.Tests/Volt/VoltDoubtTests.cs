using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Volt;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Tests.Volt;

/// <summary>Batches whose calls a server answers differently, as a cluster does that loses a node.</summary>
public sealed class VoltDoubtTests
{
    /// <summary>The first call that failed decided alone, and what a later one had stored was stored once more.</summary>
    [Theory]
    [InlineData(VoltStatus.ServerUnavailable, VoltStatus.ServerUnavailable, false)]
    [InlineData(VoltStatus.ServerUnavailable, VoltStatus.ResponseUnknown, true)]
    [InlineData(VoltStatus.ResponseUnknown, VoltStatus.ServerUnavailable, true)]
    public async Task Write_CallsThatFailDifferently_AreInDoubtIfOneIs(int first, int second, bool isInDoubt)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var served = Task.Run(() => Serve(listener, first, second));
        var workload = new PatternWorkload(3, least: new VoltDefinition().LeastValue);
        var endpoint = VoltEndpoint.Parse("?way=insert");
        var options = new VoltConnectionOptions { Server = listener.LocalEndpoint };
        var server = new VoltSessions([listener.LocalEndpoint], options);
        using (var writer = new VoltWriter(server, new VoltTrialTable(endpoint, Trial.Table(workload, 1, 2)), endpoint, 0,
            CancellationToken.None))
        {
            var failure = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 0, 2)));

            (failure.IsTransient, failure.IsAmbiguous).ShouldBe((true, isInDoubt));
        }

        await served;
    }

    private static void Serve(TcpListener listener, params int[] statuses)
    {
        using var client = listener.AcceptTcpClient();
        using var stream = client.GetStream();
        Receive(stream);

        // Version, success, host, session, start, address, and an empty build string.
        Send(stream, [1, 0, .. new byte[28]]);
        for (int call = 0; call < statuses.Length; call++)
        {
            Receive(stream);
        }

        foreach (int status in statuses)
        {
            // Version, handle, nothing optional, the status, the procedure's own, the round trip, no table.
            Send(stream, [0, .. new byte[8], 0, (byte)status, 0, .. new byte[6]]);
        }

        while (stream.ReadByte() >= 0)
        {
            // Until the writer has closed the connection.
        }
    }

    private static void Receive(NetworkStream stream)
    {
        byte[] length = new byte[4];
        stream.ReadExactly(length);
        stream.ReadExactly(new byte[BinaryPrimitives.ReadInt32BigEndian(length)]);
    }

    private static void Send(NetworkStream stream, byte[] message)
    {
        byte[] length = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(length, message.Length);
        stream.Write([.. length, .. message]);
    }
}
