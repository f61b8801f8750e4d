using System.Net;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Cql;

public sealed class CqlConnectionTests
{
    public static TheoryData<int, int> VersionsAndPieces => new()
    {
        { 4, int.MaxValue }, { 4, 1 }, { 4, 7 }, { 5, int.MaxValue }, { 5, 1 }, { 5, 7 },
    };

    [Theory]
    [MemberData(nameof(VersionsAndPieces))]
    public void Query_SeveralPages_AllRowsAreRead(int version, int pieceBytes)
    {
        byte[] answers = CqlScript.Bytes(version, a =>
        {
            CqlServerMessage.Rows(a, 0, 3, [7, 7]);
            CqlServerMessage.Rows(a, 0, 2, []);
        });
        using var connection = CqlScript.Open(answers, version, pieceBytes);
        connection.Version.ShouldBe(version);
        var rows = connection.Query("SELECT");
        rows.Select(r => (r.Integer("a"), r.Integer("b"))).ShouldBe([(0, 0), (1, 1), (2, 4), (0, 0), (1, 1)]);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(5)]
    public void QueryPage_LargerThanASegment_IsPutTogether(int version)
    {
        const int Rows = 30_000;
        byte[] answers = CqlScript.Bytes(version, a =>
        {
            CqlServerMessage.Prepared(a, 0, version);
            CqlServerMessage.Rows(a, 0, Rows, [], withMetadata: false);
            CqlServerMessage.Rows(a, 0, 1, [], withMetadata: false);
        });
        using var connection = CqlScript.Open(answers, version);
        var statement = connection.Prepare("SELECT");
        statement.Parameters.ShouldBe([new CqlColumn("a", 9), new CqlColumn("b", 2)]);
        var page = connection.QueryPage(statement, CqlConsistency.One, 5000, [], 1, 2);
        page.RowCount.ShouldBe(Rows);
        var reader = page.Rows;
        for (int i = 0; i < Rows; i++)
        {
            new CqlReader(reader.Bytes(out _)).Int32().ShouldBe(i);
            new CqlReader(reader.Bytes(out _)).Int64().ShouldBe((long)i * i);
        }

        connection.QueryPage(statement, CqlConsistency.One, 5000, [], 1, 2).RowCount.ShouldBe(1);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(5)]
    public void ReceiveAcknowledgement_AnswersOutOfOrder_EachCompletesItsOwnRequest(int version)
    {
        byte[] answers = CqlScript.Bytes(version, a =>
        {
            CqlServerMessage.Void(a, 2);
            CqlServerMessage.Event(a);
            CqlServerMessage.Error(a, 0, CqlErrorCode.Overloaded);
            CqlServerMessage.Void(a, 1);
        });
        using var connection = CqlScript.Open(answers, version);
        for (int i = 0; i < 3; i++)
        {
            connection.BeginBatch(0).ShouldBe(i);
            connection.EndBatch(CqlConsistency.One);
        }

        connection.Flush();
        connection.Pending.ShouldBe(3);
        connection.ReceiveAcknowledgement(out var error).ShouldBe(2);
        error.ShouldBeNull();
        connection.ReceiveAcknowledgement(out error).ShouldBe(0);
        error!.Code.ShouldBe(CqlErrorCode.Overloaded);
        connection.ReceiveAcknowledgement(out error).ShouldBe(1);
        error.ShouldBeNull();
        connection.Pending.ShouldBe(0);
        connection.ReceiveEvent()
            .ShouldBe(new CqlEvent("STATUS_CHANGE", "DOWN", new IPEndPoint(IPAddress.Parse("127.0.0.2"), 9042)));
    }

    [Fact]
    public void ReceiveAcknowledgement_OfNoRequest_IsRefused()
    {
        using var connection = CqlScript.Open(CqlScript.Bytes(4, a => CqlServerMessage.Void(a, 3)), 4);
        connection.BeginBatch(0);
        connection.EndBatch(CqlConsistency.One);
        connection.Flush();
        Should.Throw<WireProtocolException>(() => connection.ReceiveAcknowledgement(out _));
    }

    [Fact]
    public void BeginBatch_MoreThanTheBound_IsRefused()
    {
        using var connection = CqlScript.Open(CqlScript.Bytes(4, _ => { }), 4);
        for (int i = 0; i < 16; i++)
        {
            connection.BeginBatch(0);
            connection.EndBatch(CqlConsistency.One);
        }

        Should.Throw<InvalidOperationException>(() => connection.BeginBatch(0));
    }

    [Fact]
    public void Options_Answer_IsRead()
    {
        using var connection = CqlScript.Open(CqlScript.Bytes(5, a => CqlServerMessage.Supported(a, 0)), 5);
        connection.Options()["COMPRESSION"].ShouldBe(["lz4", "snappy"]);
    }

    [Fact]
    public void Open_SegmentDamaged_IsRefused()
    {
        byte[] answers = CqlScript.Bytes(5, a => CqlServerMessage.Rows(a, 0, 3, []));
        answers[^10] ^= 1;
        using var connection = CqlScript.Open(answers, 5);
        Should.Throw<WireProtocolException>(() => connection.Query("SELECT")).Message.ShouldContain("checksum");
    }

    [Fact]
    public void Open_MessageLargerThanAllowed_IsRefusedUnread()
    {
        byte[] answers = CqlScript.Bytes(4, a => CqlServerMessage.Rows(a, 0, 100, []));
        using var connection = CqlScript.Open(answers, 4, maxMessageBytes: 1000);
        Should.Throw<WireProtocolException>(() => connection.Query("SELECT")).Message.ShouldContain("at most 1000 are accepted");
    }

    [Fact]
    public void Open_ServerOfVersion4_IsSpokenToInVersion4()
    {
        int opened = 0;
        WireStream Open()
        {
            var buffer = CqlServerMessage.Buffer(4, isSegmented: false);
            if (opened++ == 0)
            {
                CqlServerMessage.Error(buffer, 0, CqlErrorCode.ProtocolError);
            }
            else
            {
                CqlServerMessage.Ready(buffer, 0);
            }

            return WireStream.Of(new ScriptedStream(CqlServerMessage.Bytes(buffer)), new SocketSettings());
        }

        using var connection = CqlConnection.Open(CqlScript.Server, Open, new CqlConnectionOptions());
        connection.Version.ShouldBe(4);
        opened.ShouldBe(2);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(5)]
    public void PipelinedRequests_InSteadyState_AllocateNothing(int version)
    {
        // As many answers as there are rounds of requests, and those of the first requests, at which the connection sets up what
        // it needs.
        const int Requests = 1000;
        byte[] answers = CqlScript.Bytes(version, a =>
        {
            for (int i = 0; i < Requests * (Allocation.Rounds + 1); i++)
            {
                CqlServerMessage.Void(a, 0);
            }
        });
        using var connection = CqlScript.Open(answers, version);
        Send();

        Allocation.LeastOf(Send).ShouldBe(0);

        void Send()
        {
            for (int i = 0; i < Requests; i++)
            {
                connection.BeginBatch(1);
                connection.Requests.BigintValue(i);
                connection.EndBatch(CqlConsistency.LocalOne);
                connection.Flush();
                connection.ReceiveAcknowledgement(out _);
            }
        }
    }
}
