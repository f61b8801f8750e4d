using System.Diagnostics;
using DbIngest.Wire.Pg;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Pg;

/// <summary>The protocol over a real socket, and servers that break it. Real servers are tested with the target.</summary>
public sealed class PgConnectionTests
{
    public static TheoryData<string, byte[]> Malformed => new()
    {
        { "announced a message of 3 bytes", [(byte)'R', 0, 0, 0, 3] },
        { "announced a message of -1 bytes", [(byte)'R', 255, 255, 255, 255] },
        { "announced a message of 2147483647 bytes", [(byte)'R', 127, 255, 255, 255] },
        { "ends before its last field", FakePostgres.Message('R', [0, 0]) },
        { "ends before its last field", FakePostgres.Message('R', [0, 0, 0, 5, 1, 2]) },
        { "ends before its last field", FakePostgres.Message('R', [0, 0, 0, 10, (byte)'S']) },
        { "'T', which does not answer", FakePostgres.Message('T', []) },
        { "type 1, which", FakePostgres.Message('\u0001', []) },
        { "no SQLSTATE", FakePostgres.Message('E', "SERROR\0Mno\0\0"u8) },
        { "ends before its last field", FakePostgres.Message('E', "SERROR\0Mno"u8) },
        { "does not answer", [.. FakePostgres.Message('R', [0, 0, 0, 0]), .. FakePostgres.Message('D', [])] },
    };

    [Theory]
    [MemberData(nameof(Malformed))]
    public void Open_MalformedAnswer_IsNamed(string said, byte[] answer)
    {
        using var server = new FakePostgres(session =>
        {
            session.Send(answer);
            session.Drain();
        });
        Should.Throw<WireProtocolException>(() => PgConnection.Open(server.Options with { Password = () => "x" })).Message
            .ShouldContain(said);
    }

    [Theory]
    [InlineData(7, "GSSAPI")]
    [InlineData(9, "SSPI")]
    [InlineData(99, "method 99")]
    [InlineData(3, "none was given")]
    [InlineData(5, "none was given")]
    public void Open_AuthenticationThatCannotBeDone_IsNamed(byte method, string named)
    {
        using var server = new FakePostgres(session =>
        {
            session.Send(FakePostgres.Message('R', [0, 0, 0, method, 1, 2, 3, 4]));
            session.Drain();
        });
        Should.Throw<ConnectionLostException>(() => PgConnection.Open(server.Options)).Message.ShouldContain(named);
    }

    /// <summary>The client must refuse the server's request before it sends a password, as libpq does.</summary>
    [Theory]
    [InlineData(3, "in clear")]
    [InlineData(5, "hashed by MD5")]
    public void Open_ChannelBindingRequired_SendsNoPasswordWithoutIt(byte method, string named)
    {
        using var asked = new ManualResetEventSlim();
        int answer = -1;
        using var server = new FakePostgres(session =>
        {
            session.Send(FakePostgres.Message('R', [0, 0, 0, method, 1, 2, 3, 4]));
            try
            {
                answer = session.ReceiveByte();
            }
            finally
            {
                asked.Set();
            }
        });
        var options = server.Options with { Password = () => "x", ChannelBinding = PgChannelBinding.Require };

        Should.Throw<ConnectionLostException>(() => PgConnection.Open(options)).Message.ShouldContain(named);

        asked.Wait(TimeSpan.FromSeconds(30)).ShouldBeTrue();
        answer.ShouldBe(-1);
    }

    [Fact]
    public void Open_AdmittedWithoutTheProofOfScram_IsRefused()
    {
        using var server = new FakePostgres(session =>
        {
            session.Send(FakePostgres.Message('R', "\0\0\0\u000aSCRAM-SHA-256\0\0"u8));
            session.Receive();
            session.Send(FakePostgres.Welcome);
            session.Drain();
        });
        Should.Throw<WireProtocolException>(() => PgConnection.Open(server.Options with { Password = () => "x" })).Message
            .ShouldContain("instead of");
    }

    [Theory]
    [InlineData("N", "does not encrypt")]
    [InlineData("", "closed the connection")]
    [InlineData("Extra", "instead of S or N")]
    [InlineData("Snot TLS at all, but rather plain text", "No encrypted connection")]
    public void Open_EncryptionRequiredAndNotHad_IsRefused(string answer, string said)
    {
        using var server = new FakePostgres(session => session.Send(System.Text.Encoding.ASCII.GetBytes(answer)));
        Should.Throw<WireException>(() => PgConnection.Open(server.Options with { Tls = new() { Mode = PgTlsMode.Require } }))
            .Message.ShouldContain(said);
    }

    [Fact]
    public void Query_Rows_AreGivenAndNoticesPassedOver()
    {
        using var server = Admitting(session => session.Send(
            FakePostgres.Message('N', "SNOTICE\0\0"u8),
            FakePostgres.Message('T', []),
            FakePostgres.Message('D', [0, 2, 0, 0, 0, 1, (byte)'7', 255, 255, 255, 255]),
            FakePostgres.Message('C', "SELECT 1\0"u8),
            FakePostgres.Ready));
        using var connection = PgConnection.Open(server.Options);

        connection.Query("SELECT").ShouldHaveSingleItem().ShouldBe(["7", null]);
    }

    [Fact]
    public void Query_Refused_LeavesTheSessionUsable()
    {
        int asked = 0;
        using var server = Admitting(session => session.Send(
            asked++ == 0 ? FakePostgres.Error("ERROR", "42P01") : FakePostgres.Message('C', "SET\0"u8), FakePostgres.Ready));
        using var connection = PgConnection.Open(server.Options);

        var thrown = Should.Throw<PgServerException>(() => connection.Query("SELECT"));
        (thrown.SqlState, thrown.Severity, thrown.ServerMessage).ShouldBe(("42P01", "ERROR", "no"));
        connection.Query("SET").ShouldBeEmpty();
    }

    [Fact]
    public void Query_SilentServer_EndsInTime()
    {
        using var server = Admitting(session => session.Drain());
        using var connection = PgConnection.Open(
            server.Options with { Socket = new() { RequestTimeout = TimeSpan.FromSeconds(2) } });

        Should.Throw<ConnectionLostException>(() => connection.Query("SELECT")).IsTimeout.ShouldBeTrue();
        connection.IsBroken.ShouldBeTrue();
    }

    /// <summary>Notices, and messages that end no answer, take from the time of the answer.</summary>
    [Theory]
    [InlineData('N')]
    [InlineData('S')]
    [InlineData('C')]
    [InlineData('D')]
    public void Query_EndlessMessages_EndsInTime(char type)
    {
        byte[] message = FakePostgres.Message(type, type == 'D' ? [0, 0] : "x\0y\0\0"u8);
        using var server = Admitting(session =>
        {
            while (true)
            {
                session.Send(message);
                Thread.Sleep(1);
            }
        });
        using var connection = PgConnection.Open(
            server.Options with { Socket = new() { RequestTimeout = TimeSpan.FromSeconds(1) } });
        var query = Task.Run(() => Should.Throw<ConnectionLostException>(() => connection.Query("SELECT")).IsTimeout
            .ShouldBeTrue());

        ((IAsyncResult)query).AsyncWaitHandle.WaitOne(TimeSpan.FromSeconds(60)).ShouldBeTrue("the answer has no end");
        connection.IsBroken.ShouldBeTrue();
    }

    /// <summary>An answer of any length is read as long as rows come; what is no row gives it no time.</summary>
    [Theory]
    [InlineData("D\0\0\0\u0006\0\0", true)]
    [InlineData("N\0\0\0\u0006\0\0", false)]
    public void TryRead_AnswerWithoutEnd_IsReadAsLongAsRowsCome(string endlessly, bool isRead)
    {
        var server = new EndlessStream("1\0\0\0\u0004Z\0\0\0\u0005I2\0\0\0\u0004", endlessly, 7, TimeSpan.FromMilliseconds(50));
        using var channel = new PgChannel(
            WireStream.Of(server, new SocketSettings { RequestTimeout = TimeSpan.FromSeconds(10), Clock = server.Clock }));
        var statement = new PgStatement(channel, "s", "SELECT", 0);
        statement.Begin().Send();

        void Read()
        {
            while (server.Clock.GetElapsedTime(0) < TimeSpan.FromSeconds(60))
            {
                statement.TryRead(out _).ShouldBeTrue();
            }
        }

        if (isRead)
        {
            Read();
        }
        else
        {
            Should.Throw<ConnectionLostException>(Read).IsTimeout.ShouldBeTrue();
        }
    }

    [Fact]
    public void Complete_ServerThatTakesNothing_EndsInTime()
    {
        using var over = new ManualResetEventSlim();
        using var server = new FakePostgres(session =>
        {
            session.Send(FakePostgres.Welcome);
            over.Wait();
        });
        using var connection =
            PgConnection.Open(server.Options with
            {
                Socket = new() { RequestTimeout = TimeSpan.FromSeconds(2), SendBufferBytes = 64 * 1024 },
            });
        var copy = connection.CopyIn("COPY");

        var thrown = Should.Throw<ConnectionLostException>(() =>
        {
            while (true)
            {
                copy.Advance(copy.GetSpan(1000).Length);
            }
        });
        over.Set();

        thrown.IsTimeout.ShouldBeTrue();
        thrown.Message.ShouldContain("silent");
    }

    [Fact]
    public void Dispose_WhileAnotherThreadWaits_EndsTheWait()
    {
        using var waits = new ManualResetEventSlim();
        using var server = Admitting(session =>
        {
            waits.Set();
            session.Drain();
        });
        var connection = PgConnection.Open(server.Options);
        Exception? ended = null;
        var waiting = new Thread(() => ended = Record.Exception(() => connection.Query("SELECT")));
        waiting.Start();
        waits.Wait();
        connection.Dispose();

        waiting.Join(TimeSpan.FromSeconds(20)).ShouldBeTrue();
        ended.ShouldBeOfType<ConnectionLostException>();
    }

    /// <summary>
    /// The server begins to read an execution and stops: what another thread sent then would wait behind it, and with TLS the
    /// stream would refuse it by an exception.
    /// </summary>
    [Fact]
    public void Dispose_WhileAnotherThreadSends_SendsNothingAndEndsTheSend()
    {
        using var begun = new ManualResetEventSlim();
        using var over = new ManualResetEventSlim();
        using var server = new FakePostgres(session =>
        {
            session.Send(FakePostgres.Welcome);
            session.Receive();
            session.Receive();
            session.Send(FakePostgres.Message('1', []), FakePostgres.Ready);
            session.ReceiveByte();
            begun.Set();
            over.Wait();
        });
        var options = server.Options with
        {
            Socket = new() { RequestTimeout = TimeSpan.FromMinutes(2), SendBufferBytes = 64 * 1024 },
        };
        var connection = PgConnection.Open(options);

        // 36 MB, more than the buffers of both sockets hold.
        var statement = connection.Prepare("s", "INSERT", 1).Begin();
        for (int i = 0; i < 3_000_000; i++)
        {
            statement.Int64(i);
        }

        Exception? ended = null;
        var sending = new Thread(() => ended = Record.Exception(statement.Send));
        sending.Start();
        begun.Wait();
        var disposing = new Thread(connection.Dispose);
        disposing.Start();
        bool isDisposed = disposing.Join(TimeSpan.FromSeconds(60));
        bool isEnded = sending.Join(TimeSpan.FromSeconds(60));
        over.Set();

        (isDisposed, isEnded).ShouldBe((true, true));
        ended.ShouldBeOfType<ConnectionLostException>();
    }

    [Fact]
    public void Close_IdleSession_SaysSo()
    {
        var types = new System.Collections.Concurrent.BlockingCollection<char>();
        using var server = new FakePostgres(session =>
        {
            session.Send(FakePostgres.Welcome);
            types.Add(session.Receive().Type);
        });
        PgConnection.Open(server.Options).Close();

        types.TryTake(out char type, TimeSpan.FromSeconds(60)).ShouldBeTrue();
        type.ShouldBe('X');
    }

    [Fact]
    public void CopyIn_RefusedAtOnce_IsNoticedLongBeforeTheEnd()
    {
        bool again = false;
        using var server = Admitting(session =>
        {
            session.Send(again ? FakePostgres.Message('C', "SET\0"u8) : FakePostgres.Error("ERROR", "23514"), FakePostgres.Ready);
            again = true;
        });
        using var connection = PgConnection.Open(server.Options);
        var copy = connection.CopyIn("COPY");
        long written = 0;
        var clock = Stopwatch.StartNew();

        var thrown = Should.Throw<PgServerException>(() =>
        {
            while (clock.Elapsed < TimeSpan.FromSeconds(20))
            {
                int length = copy.GetSpan(1000).Length;
                copy.Advance(length);
                written += length;
            }
        });

        thrown.SqlState.ShouldBe("23514");
        written.ShouldBeGreaterThan(0);
        connection.Query("SET").ShouldBeEmpty();
    }

    [Fact]
    public void Complete_AnotherCommandsTag_IsRefused()
    {
        using var server = Admitting(
            session => session.Send(FakePostgres.Message('G', [1, 0, 0]), FakePostgres.Message('C', "INSERT 0 1\0"u8),
                FakePostgres.Ready));
        using var connection = PgConnection.Open(server.Options);

        Should.Throw<WireProtocolException>(() => connection.CopyIn("COPY").Complete()).Message
            .ShouldContain("command other than COPY");
    }

    [Fact]
    public void Complete_AcknowledgedWithoutAskingForTheData_IsRefused()
    {
        using var server = Admitting(session => session.Send(FakePostgres.Message('C', "COPY 1\0"u8), FakePostgres.Ready));
        using var connection = PgConnection.Open(server.Options);

        Should.Throw<WireProtocolException>(() => connection.CopyIn("COPY").Complete()).Message.ShouldContain("does not answer");
    }

    // Lets the client in, and then does the same for each message but the data and the end of a COPY.
    private static FakePostgres Admitting(Action<FakePostgres.Session> answer) => new(session =>
    {
        session.Send(FakePostgres.Welcome);
        while (true)
        {
            char type = session.Receive().Type;
            if (type == 'Q')
            {
                answer(session);
            }
        }
    });
}
