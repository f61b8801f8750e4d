using System.Text;
using DbIngest.Wire.Http;

namespace DbIngest.Wire.Tests.Http;

public sealed class HpackTests
{
    // The blocks of RFC 7541, appendices C.5.1 and C.6.1, and the first two fields of C.6.2.
    [Theory]
    [InlineData("4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d546e1768747470733a2f2f7777772e65"
        + "78616d706c652e636f6d", 302)]
    [InlineData("488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3", 302)]
    [InlineData("4883640eff", 307)]
    [InlineData("88", 200)]
    [InlineData("8d", 404)]
    [InlineData("2088", 200)]
    [InlineData("00073a73746174757303343239", 429)]
    [InlineData("000b782d726571756573742d6903616263", 0)]
    [InlineData("", 0)]
    public void Status_BlocksOfTheStandard_IsRead(string block, int status) =>
        Hpack.Status(Convert.FromHexString(block)).ShouldBe(status);

    [Theory]
    [InlineData("be")]
    [InlineData("80")]
    [InlineData("4805333032")]
    [InlineData("48")]
    [InlineData("7f")]
    [InlineData("7fffffffffff")]
    [InlineData("4803616263")]
    [InlineData("4882ffff")]
    public void Status_DamagedBlock_IsRefused(string block) =>
        Should.Throw<WireProtocolException>(() => Hpack.Status(Convert.FromHexString(block)));

    [Theory]
    [InlineData("")]
    [InlineData("88")]
    [InlineData("0130")]
    [InlineData("ffffff7f")]
    public void Status_AnyTwoBytesBefore_EndInAStatusOrARefusal(string after)
    {
        byte[] block = [0, 0, .. Convert.FromHexString(after)];
        for (int two = 0; two < 1 << 16; two++)
        {
            (block[0], block[1]) = ((byte)(two >> 8), (byte)two);
            try
            {
                Hpack.Status(block).ShouldBeInRange(0, 999);
            }
            catch (WireProtocolException)
            {
                // The block is refused, not misread.
            }
        }
    }

    [Fact]
    public void Encode_Head_HasItsFieldsInOrderWithoutIndexing()
    {
        byte[] room = new byte[1024];
        const string Head = "PUT /v1/sources/3/records/9 HTTP/1.1\r\nHost: h:1\r\nAuthorization: Bearer k\r\nX-Extra: v\r\nContent-Length: ";

        int length = Hpack.Encode(Encoding.ASCII.GetBytes(Head), bodyBytes: 300, isEncrypted: true, room);

        Convert.ToHexStringLower(room.AsSpan(0, length)).ShouldBe(string.Concat(
            "02" + Text("PUT"),
            "87",
            "04" + Text("/v1/sources/3/records/9"),
            "01" + Text("h:1"),
            "1f08" + Text("Bearer k"),
            "00" + Text("x-extra") + Text("v"),
            "0f0d" + Text("300")));
        static string Text(string text) => Convert.ToHexStringLower([(byte)text.Length, .. Encoding.ASCII.GetBytes(text)]);
    }
}
