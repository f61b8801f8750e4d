using System.Text;
using DbIngest.Wire.Tds;
using DbIngest.Wire.Tests.Fakes;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Tds;

/// <summary>Answers as MS-TDS 2.2.7 has them, byte by byte: what the endpoint never says, and bytes that are damaged.</summary>
public sealed class TdsAnswerTests
{
    // Columns a int NULL, b float NULL, c nvarchar(max), d decimal(10,2), e varchar(8), with no name.
    private static readonly byte[] Columns =
    [
        0x81, 5, 0,
        0, 0, 0, 0, 9, 0, 0x26, 4, 0,
        0, 0, 0, 0, 9, 0, 0x6D, 8, 0,
        0, 0, 0, 0, 9, 0, 0xE7, 0xFF, 0xFF, 9, 4, 0xD0, 0, 0x34, 0,
        0, 0, 0, 0, 9, 0, 0x6A, 9, 10, 2, 0,
        0, 0, 0, 0, 9, 0, 0xA7, 8, 0, 9, 4, 0xD0, 0, 0x34, 0,
    ];

    private static readonly byte[] End = [0xFD, 0x10, 0, 0xC1, 0, 2, 0, 0, 0, 0, 0, 0, 0];

    private static readonly byte[] Row =
    [
        0xD1, 4, 0xFE, 0xFF, 0xFF, 0xFF, 0,
        0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 0, 0, (byte)'h', 0, 2, 0, 0, 0, (byte)'i', 0, 0, 0, 0, 0,
        5, 0, 0x39, 0x30, 0, 0,
        2, 0, (byte)'o', (byte)'k',
    ];

    // The second and fourth are NULL and left out.
    private static readonly byte[] RowOfNulls =
    [
        0xD2, 0b01010,
        2, 7, 0,
        2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, (byte)'!', 0, 0, 0, 0, 0,
        0xFF, 0xFF,
    ];

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(1)]
    [InlineData(7)]
    public void Rows_NullBitsChunksAndDecimals_AreRead(int packetPayload)
    {
        var rows = Rows(Packets([.. Columns, .. Row, .. RowOfNulls, .. End], packetPayload));

        rows.Read().ShouldBeTrue();
        Values(rows).ShouldBe([-2L, null, "hi", -123.45m, "ok"]);
        rows.Read().ShouldBeTrue();
        Values(rows).ShouldBe([7L, null, "!", null, null]);
        rows.Read().ShouldBeFalse();
    }

    [Fact]
    public void Rows_ErrorAfterARow_IsThrownAtTheEnd()
    {
        byte[] text = Encoding.Unicode.GetBytes("no");
        byte[] error = [0xAA, 18, 0, 0xB5, 4, 0, 0, 51, 13, 2, 0, .. text, 0, 0, 1, 0, 0, 0];
        byte[] failed = [0xFD, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        var rows = Rows(Packets([.. Columns, .. Row, .. error, .. failed], int.MaxValue));

        rows.Read().ShouldBeTrue();
        var thrown = Should.Throw<TdsServerException>(() => rows.Read());

        (thrown.Number, thrown.Severity, thrown.ServerMessage).ShouldBe((1205, 13, "no"));
    }

    /// <summary>A statement that failed without an ERROR token counted as done.</summary>
    [Theory]
    [InlineData(0x02, 0x00, 11)]
    [InlineData(0x00, 0x01, 20)]
    [InlineData(0x02, 0x01, 20)]
    public void Finish_FailureWithoutAnError_IsThrown(byte low, byte high, int severity)
    {
        byte[] failed = [0xFD, low, high, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        byte[] failedAndMore = [.. failed];
        failedAndMore[1] |= 1;
        foreach (byte[] answer in new byte[][] { failed, [.. failedAndMore, .. End] })
        {
            var thrown = Should.Throw<TdsServerException>(() => Answer(Packets(answer, int.MaxValue)).Answer.Finish());

            (thrown.Number, thrown.Severity, thrown.Others.Count).ShouldBe((0, severity, 0));
            thrown.ServerMessage.ShouldBe("A severe error occurred on the current command.");
        }
    }

    [Fact]
    public void Rows_PacketSizeOutOfRange_IsRefusedWithTheRange()
    {
        byte[] size = [0xE3, 9, 0, 4, 3, (byte)'1', 0, (byte)'0', 0, (byte)'0', 0, 0];

        Should.Throw<WireProtocolException>(() => Rows(Packets([.. size, .. End], int.MaxValue)).Read()).Message
            .ShouldContain("outside of 512 to 32767 bytes");
    }

    /// <summary>
    /// Lengths that a hostile server claims, with all the bytes that it claims: memory is bounded, and what is said is one line.
    /// </summary>
    [Theory]
    [InlineData(0x7fffffff, true)]
    [InlineData(0x3fffffff, true)]
    [InlineData(0x7fffffff, false)]
    public void Read_LengthBeyondReason_IsRefusedInBoundedMemory(int claimed, bool isToken)
    {
        byte[] length = BitConverter.GetBytes(claimed);
        byte[] begin = isToken
            ? [0xE4, .. length]
            : [.. Columns, 0xD1, 4, 0, 0, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, .. length];
        using var server = new EndlessPackets(begin);
        var channel = new TdsChannel(WireStream.Of(server, new SocketSettings()));
        long before = GC.GetAllocatedBytesForCurrentThread();

        string message = Should.Throw<WireProtocolException>(() =>
        {
            var answer = new TdsAnswer(channel);
            answer.Begin();
            var rows = new TdsRows(channel, answer);
            while (rows.Read())
            {
                Values(rows);
            }
        }).Message;

        message.ShouldContain("does it speak TDS?");
        message.ShouldNotContain("\n");
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(64L << 20);
        channel.IsBroken.ShouldBeTrue();
    }

    /// <summary>An attention that follows the confirmation of another would cancel the next request.</summary>
    [Fact]
    public void SendAttention_AfterItsConfirmation_SendsNothing()
    {
        using var channel = new TdsChannel(WireStream.Of(new ScriptedStream([]), new SocketSettings()));
        channel.Send(TdsPacketKind.SqlBatch, [1]);
        channel.SendAttention().ShouldBeTrue();
        channel.SendAttention().ShouldBeFalse();

        channel.EndAttention();

        channel.SendAttention().ShouldBeFalse();
    }

    [Fact]
    public void Rest_MessageWithoutEnd_IsRefusedInBoundedMemory()
    {
        using var server = new EndlessPackets([1]);
        var channel = new TdsChannel(WireStream.Of(server, new SocketSettings()));
        channel.BeginAnswer();
        long before = GC.GetAllocatedBytesForCurrentThread();
        Should.Throw<WireProtocolException>(() => channel.Rest().Length);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(128L << 20);
    }

    [Fact]
    public void Rows_AnyBytesDamaged_EndInRowsOrATypedException()
    {
        byte[] whole = [.. Columns, .. Row, .. RowOfNulls, 0xE3, 7, 0, 4, 2, (byte)'9', 0, (byte)'9', 0, 0, .. End];
        Prop.ForAll(Gen.Choose(0, int.MaxValue).Two().NonEmptyListOf().ToArbitrary(), mutations =>
        {
            byte[] damaged = Packets(whole, 40);
            foreach (var (position, value) in mutations.Take(3))
            {
                damaged[position % damaged.Length] = (byte)value;
            }

            try
            {
                var rows = Rows(damaged);
                while (rows.Read())
                {
                    Values(rows);
                }
            }
            catch (WireException)
            {
                // As it should be.
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1500));
    }

    private static object?[] Values(TdsRows rows)
    {
        object?[] values = new object?[rows.Count];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = rows.Value();
        }

        return values;
    }

    private static TdsRows Rows(byte[] packets)
    {
        var (channel, answer) = Answer(packets);
        return new TdsRows(channel, answer);
    }

    private static (TdsChannel Channel, TdsAnswer Answer) Answer(byte[] packets)
    {
        var channel = new TdsChannel(WireStream.Of(new MemoryStream(packets), new SocketSettings()));
        var answer = new TdsAnswer(channel);
        answer.Begin();
        return (channel, answer);
    }

    private static byte[] Packets(byte[] payload, int size)
    {
        var packets = new List<byte>();
        for (int at = 0; at < payload.Length;)
        {
            int length = Math.Min(Math.Min(size, payload.Length - at), 4000);
            bool isLast = at + length == payload.Length;
            packets.AddRange(
                [4, isLast ? (byte)1
                : (byte)0, (byte)((length + 8) >> 8), (byte)(length + 8), 0, 0, 1, 0, .. payload[at..(at + length)]]);
            at += length;
        }

        return [.. packets];
    }
}
