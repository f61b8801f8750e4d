using System.Net;
using DbIngest.Wire.Tests.Fakes;
using DbIngest.Wire.Volt;

namespace DbIngest.Wire.Tests.Volt;

/// <summary>What a server says, as bytes.</summary>
internal static class VoltAnswers
{
    public static byte[] Welcome() => new VoltRequest().BeginMessage().Byte(1).Byte(0).Int32(3).Int64(17).Int64(1_700_000_000_000)
        .Int32(0).Utf8("10.1.1_build").EndMessage().Written.ToArray();

    public static byte[] Refusal(byte code) => new VoltRequest().BeginMessage().Byte(1).Byte(code).EndMessage().Written.ToArray();

    /// <summary>An answer with one table of a BIGINT and a STRING.</summary>
    public static byte[] Rows(params IReadOnlyList<(long Number, string? Text)> rows)
    {
        var answer = Begin(VoltStatus.Success, words: null).Raw([0, 1]);
        byte[] head = new VoltTableHead([("number", VoltType.BigInt), ("text", VoltType.Text)]).Bytes;
        byte[][] lines = [.. rows
            .Select(row => row.Text is { } text ? new VoltRequest().Int64(row.Number).Utf8(text).Written.ToArray()
            : new VoltRequest().Int64(row.Number).Int32(-1).Written.ToArray())];
        answer.Int32(4 + head.Length + 4 + lines.Sum(line => 4 + line.Length)).Int32(head.Length).Raw(head).Int32(lines.Length);
        foreach (byte[] line in lines)
        {
            answer.Int32(line.Length).Raw(line);
        }

        return answer.EndMessage().Written.ToArray();
    }

    /// <summary>With words of the procedure's own and an exception, both of which are passed over.</summary>
    public static byte[] FailureWithAll(int status, string words) =>
        new VoltRequest().BeginMessage().Byte(0).Int64(0).Byte(0xe0).Byte((byte)status).Utf8(words).Byte(1).Utf8("own words")
            .Int32(1).Int32(3).Raw([1, 2, 3]).Raw([0, 0]).EndMessage().Written.ToArray();

    public static VoltConnection Open(byte[] answers, int piece = int.MaxValue) => VoltConnection.Open(
        () => WireStream.Of(new ScriptedStream(answers, piece), new SocketSettings()),
        new VoltConnectionOptions
        {
            Server = new IPEndPoint(IPAddress.Loopback, 1),
            User = "me",
            Password = static () => "a-secret"
        });

    private static VoltRequest Begin(int status, string? words)
    {
        var answer = new VoltRequest().BeginMessage().Byte(0).Int64(0).Byte(words is null ? (byte)0 : (byte)0x20)
            .Byte((byte)status);
        return (words is null ? answer : answer.Utf8(words)).Byte(0x80).Int32(1);
    }
}
