using System.Net;
using System.Net.Sockets;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;
using DbIngest.Wire.Pg;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests;

/// <summary>Opening, losing and ending connections, whatever the protocol.</summary>
public sealed class WireStreamTests
{
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(300);

    [Fact]
    public void ConnectTimeout_LongerThanARequest_IsThatOfTheRequest()
    {
        new SocketSettings().ConnectTimeout.ShouldBe(TimeSpan.FromSeconds(10));
        new SocketSettings { RequestTimeout = TimeSpan.FromSeconds(5) }.ConnectTimeout.ShouldBe(TimeSpan.FromSeconds(5));
        new SocketSettings { ConnectTimeout = TimeSpan.FromSeconds(3) }.ConnectTimeout.ShouldBe(TimeSpan.FromSeconds(3));
    }

    [Fact]
    public void Connect_NameWhoseFirstAddressRefuses_TakesTheNext()
    {
        // On most machines localhost is ::1 and 127.0.0.1; the server listens on the second only.
        using var server = Listen();
        using var stream = WireStream.Connect(new DnsEndPoint("localhost", Port(server)), new SocketSettings());
        stream.IsBroken.ShouldBeFalse();
    }

    [Fact]
    public void Connect_WhileEveryPoolThreadIsBlocked_IsAccepted()
    {
        using var server = Listen();
        var release = new TaskCompletionSource();
        ThreadPool.GetMinThreads(out int atOnce, out _);
        try
        {
            // Beyond its minimum the pool adds one or two threads a second: a call queued behind these would wait for a minute.
            for (int i = 0; i < ThreadPool.ThreadCount + atOnce + 100; i++)
            {
                ThreadPool.UnsafeQueueUserWorkItem(_ => release.Task.Wait(), null);
            }

            using var stream = WireStream.Connect(new DnsEndPoint("localhost", Port(server)),
                new SocketSettings { ConnectTimeout = TimeSpan.FromSeconds(5) });
            stream.IsBroken.ShouldBeFalse();
        }
        finally
        {
            release.SetResult();
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Open_ServerThatAcceptsAndStaysSilent_EndsAtTheConnectTimeout(bool isCql)
    {
        using var server = Listen();
        var lost = Should.Throw<ConnectionLostException>(() =>
        {
            if (isCql)
            {
                CqlConnection.Open(new IPEndPoint(IPAddress.Loopback, Port(server)),
                    new CqlConnectionOptions { ConnectTimeout = Soon });
            }
            else
            {
                PgConnection.Open(
                    new PgConnectionOptions
                    {
                        Host = "127.0.0.1",
                        Port = Port(server),
                        User = "u",
                        Socket = new() { ConnectTimeout = Soon },
                    });
            }
        });
        lost.IsTimeout.ShouldBeTrue();
        lost.Message.ShouldContain("within 0.3 s");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Receive_Cancelled_EndsTheWait(bool isBefore)
    {
        using var server = Listen();
        using var cancellation = new CancellationTokenSource();
        if (isBefore)
        {
            cancellation.Cancel();
        }

        using var stream = WireStream.Connect(new IPEndPoint(IPAddress.Loopback, Port(server)),
            new SocketSettings { Cancellation = cancellation.Token });
        stream.Opened();
        cancellation.CancelAfter(Soon);

        var lost = Should.Throw<ConnectionLostException>(() => stream.Receive(new byte[1]));

        (lost.IsTimeout, lost.IsClosed).ShouldBe((false, false));

        stream.IsBroken.ShouldBeTrue();
    }

    /// <summary>The rest of a batch that is given up must not arrive later. A goodbye must.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void End_BeforeTheServerHasRead_SendsTheRestOnlyOfASoundConnection(bool isGivenUp)
    {
        using var server = Listen();
        using var cancellation = new CancellationTokenSource();
        using var stream = WireStream.Connect(new IPEndPoint(IPAddress.Loopback, Port(server)),
            new SocketSettings { Cancellation = cancellation.Token });
        stream.Opened();
        using var peer = server.AcceptSocket();
        peer.ReceiveTimeout = 10_000;
        byte[] batch = new byte[512 << 10];
        stream.Send(batch);

        if (isGivenUp)
        {
            cancellation.Cancel();
        }

        stream.Dispose();

        var received = new MemoryStream();
        void Read()
        {
            using var arrived = new NetworkStream(peer, ownsSocket: false);
            arrived.CopyTo(received);
        }

        if (isGivenUp)
        {
            Should.Throw<IOException>(Read);
            received.Length.ShouldBeLessThan(batch.Length);
        }
        else
        {
            Read();
            received.Length.ShouldBe(batch.Length);
        }
    }

    /// <summary>A thread that was busy with other connections reads an answer that was there in time.</summary>
    [Fact]
    public void Receive_AnswerThatWaitedForItsReader_IsTaken()
    {
        using var server = Listen();
        using var stream = WireStream.Connect(new IPEndPoint(IPAddress.Loopback, Port(server)),
            new SocketSettings { RequestTimeout = Soon });
        stream.Opened();
        using var peer = server.AcceptSocket();
        stream.BeginAnswer();
        peer.Send([7]);
        Thread.Sleep(2 * Soon);

        byte[] room = new byte[2];
        stream.Receive(room).ShouldBe(1);
        room[0].ShouldBe((byte)7);

        // The rest of it has a time-out too.
        Should.Throw<ConnectionLostException>(() => stream.Receive(room)).IsTimeout.ShouldBeTrue();
    }

    [Fact]
    public async Task Receive_AnswerThatTrickles_EndsAtTheRequestTimeout()
    {
        using var server = Listen();
        using var stream = WireStream.Connect(new IPEndPoint(IPAddress.Loopback, Port(server)),
            new SocketSettings { RequestTimeout = TimeSpan.FromSeconds(2) });
        stream.Opened();
        using var peer = server.AcceptSocket();
        using var ended = new ManualResetEventSlim();
        var trickle = Task.Run(() =>
        {
            try
            {
                while (!ended.Wait(10))
                {
                    peer.Send([1]);
                }
            }
            catch (SocketException)
            {
                // The client has given up, and closed.
            }
        });
        stream.BeginAnswer();
        var lost = Should.Throw<ConnectionLostException>(() =>
        {
            while (true)
            {
                stream.Receive(new byte[1]);
            }
        });
        ended.Set();
        await trickle;

        // On a busy machine the trickle itself may pause that long: silence and lateness are one verdict. Without it this would
        // never end.
        lost.IsTimeout.ShouldBeTrue();
    }

    [Fact]
    public void Receive_ConnectionClosed_SaysWhetherAnythingWasSent()
    {
        var closed = Lose(_ => { });
        (closed.AnySent, closed.IsClosed).ShouldBe((false, true));
        Lose(stream => stream.Send([1], canTakeEffect: false)).AnySent.ShouldBeFalse();
        Lose(stream => stream.Send([1])).AnySent.ShouldBeTrue();
        Lose(stream =>
        {
            stream.Send([1]);
            stream.Answered();
        }).AnySent.ShouldBeFalse();
    }

    [Fact]
    public void Flush_ConnectionClosed_SaysWhetherARequestIsUnanswered()
    {
        byte[] answers = CqlScript.Bytes(5, a => CqlServerMessage.Void(a, 0));
        using var connection = CqlScript.Open(answers, version: 5);
        Insert(connection);
        connection.ReceiveAcknowledgement(out _);
        Should.Throw<ConnectionLostException>(() => connection.ReceiveAcknowledgement(out _)).AnySent.ShouldBeFalse();

        using var other = CqlScript.Open(CqlScript.Bytes(5, _ => { }), version: 5);
        Insert(other);
        Should.Throw<ConnectionLostException>(() => other.ReceiveAcknowledgement(out _)).AnySent.ShouldBeTrue();
    }

    [Fact]
    public async Task Dispose_FromAnotherThread_EndsTheWait()
    {
        using var server = Listen();
        var stream = WireStream.Connect(new IPEndPoint(IPAddress.Loopback, Port(server)), new SocketSettings());
        stream.Opened();
        using var peer = server.AcceptSocket();
        using var waiting = new ManualResetEventSlim();
        var wait = Task.Run(() => Should.Throw<ConnectionLostException>(() =>
        {
            waiting.Set();
            stream.Receive(new byte[1]);
        }));
        waiting.Wait();
        stream.Dispose();
        await wait.WaitAsync(TimeSpan.FromSeconds(60));
    }

    [Fact]
    public void Reader_NumbersInEitherOrder_AreReadAndTheEndIsKept()
    {
        byte[] bytes = [1, 2, 1, 2, 1, 2, 3, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, (byte)'a', 0];
        var reader = new WireReader(bytes);
        reader.UInt16().ShouldBe(0x0102);
        reader.UInt16Little().ShouldBe(0x0201);
        reader.UInt24Little().ShouldBe(0x030201);
        reader.Double().ShouldBe(2.0);
        reader.DoubleLittle().ShouldBe(2.0);
        reader.Until(0).ToArray().ShouldBe("a"u8.ToArray());
        Should.Throw<WireProtocolException>(() => new WireReader([1, 2, 3]).Int32Little());
        Should.Throw<WireProtocolException>(() => new WireReader([1, 2, 3]).Until(0).Length);
        Should.Throw<WireProtocolException>(() => new WireReader([1]).Take(-1).Length);
    }

    private static void Insert(CqlConnection connection)
    {
        connection.BeginInsert(new CqlPrepared("INSERT", new byte[] { 1 }, new byte[] { 2 }, [], []), CqlConsistency.One);
        connection.EndInsert();
        connection.Flush();
    }

    private static ConnectionLostException Lose(Action<WireStream> use)
    {
        using var server = Listen();
        using var stream = WireStream.Connect(new IPEndPoint(IPAddress.Loopback, Port(server)), new SocketSettings());
        stream.Opened();
        using (server.AcceptSocket())
        {
            use(stream);
        }

        return Should.Throw<ConnectionLostException>(() => stream.Receive(new byte[1]));
    }

    private static TcpListener Listen()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return listener;
    }

    private static int Port(TcpListener server) => ((IPEndPoint)server.LocalEndpoint).Port;
}
