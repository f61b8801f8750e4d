using System.Net;
using System.Text;
using DbIngest.Wire.MySql;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.MySql;

/// <summary>
/// A server whose bytes are damaged anywhere: every outcome is a result or a typed exception, soon and in little memory.
/// </summary>
public sealed class MySqlFuzzTests
{
    private const long MaxAllocatedBytes = 8 * 1024 * 1024;

    [Fact]
    public void Conversation_AnyBytesDamaged_EndsInAResultOrATypedException() =>
        DamagedAnswers.EndInAResultOrATypedException(Answers, static answers => Play(answers), MaxAllocatedBytes, tests: 2000);

    [Fact]
    public void Conversation_CutAnywhere_IsALostConnection() =>
        DamagedAnswers.CutAnywhereAreALostConnection(Answers(), static answers => Play(answers));

    [Fact]
    public void Conversation_Whole_IsUnderstood() => Play(Answers()).ShouldBe((2, "value", null, 5, 17, 2.5));

    [Theory]
    [InlineData(new byte[] { 0xfc, 1, 0x20 }, "more than a statement can have (4096)")]
    [InlineData(new byte[] { 0xfe, 0, 0, 2, 0 }, "announced no columns")]
    [InlineData(new byte[] { 0xfb, (byte)'f' }, "requested a local file")]
    public void Query_AnswerThatIsNone_IsRefusedWithTheReason(byte[] answer, string reason)
    {
        byte[][] packets = [FakeMySql.Greeting("mysql_native_password"), [0, 0, 0, 2, 0, 0, 0], answer];
        byte[] answers = [.. packets.SelectMany((packet, i) => FakeMySql.Packet((byte)i, packet))];

        Should.Throw<WireProtocolException>(() => Play(answers)).Message.ShouldContain(reason);
    }

    private static (int Rows, string? Text, string? Null, long Stored, int Number, double Value) Play(byte[] answers)
    {
        using var connection = MySqlConnection.Open(
            () => WireStream.Of(new ScriptedStream(answers), new SocketSettings()),
            new MySqlConnectionOptions { Server = new IPEndPoint(IPAddress.Loopback, 1), User = "somebody" });
        var rows = connection.Query("SELECT");
        long stored = connection.Execute("INSERT").Rows;
        var statement = connection.Prepare("SELECT ?", MySqlType.Int32);
        statement.Begin().Int32(1);
        statement.Send();
        var (number, value) = (0, 0.0);
        while (statement.TryRead(out var row))
        {
            (number, value) = (row.Int32(), row.Double());
        }

        return (rows.Count, rows.Count > 0 ? rows[0][0] : null, rows.Count > 0 ? rows[0][^1] : null, stored, number, value);
    }

    private static byte[] Answers()
    {
        byte[] end = [0xfe, 0, 0, 2, 0];
        byte[] definition = [3, .. "def"u8, 0, 0, 0, 1, .. "c"u8, 0, 12, 45, 0, 1, 0, 0, 0, 253, 0, 0, 0, 0, 0];
        byte[][] packets =
        [
            FakeMySql.Greeting("mysql_native_password"), [0, 0, 0, 2, 0, 0, 0],
            [2], definition, definition, end, [5, .. Encoding.ASCII.GetBytes("value"), 251], [1, (byte)'x', 251], end,
            [0, 5, 0, 2, 0, 0, 0],
            [0, 1, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0], definition, end, definition, definition, end,
            [2], definition, definition, end, [0, 0, 17, 0, 0, 0, .. BitConverter.GetBytes(2.5)], end,
        ];
        return [.. packets.SelectMany((p, i) => FakeMySql.Packet((byte)i, p))];
    }
}
