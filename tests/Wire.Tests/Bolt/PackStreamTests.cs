using System.Buffers.Binary;
using DbIngest.Wire.Bolt;

namespace DbIngest.Wire.Tests.Bolt;

/// <summary>Lengths and bytes: Neo4j, "PackStream data serialisation".</summary>
public sealed class PackStreamTests
{
    [Theory]
    [InlineData(-16, "f0")]
    [InlineData(127, "7f")]
    [InlineData(-17, "c8ef")]
    [InlineData(-128, "c880")]
    [InlineData(128, "c90080")]
    [InlineData(-32768, "c98000")]
    [InlineData(32768, "ca00008000")]
    [InlineData(-2147483648, "ca80000000")]
    [InlineData(2147483648, "cb0000000080000000")]
    [InlineData(long.MinValue, "cb8000000000000000")]
    public void Integer_EachWidth_HasItsBytesAndIsReadBack(long value, string bytes)
    {
        byte[] room = new byte[PackStream.MaxNumberBytes];
        int length = PackStream.WriteInteger(room, value);

        Convert.ToHexStringLower(room.AsSpan(0, length)).ShouldBe(bytes);
        new PackStreamReader(room.AsSpan(0, length)).Integer().ShouldBe(value);
    }

    [Theory]
    [InlineData(1.1, "c13ff199999999999a")]
    [InlineData(double.PositiveInfinity, "c17ff0000000000000")]
    [InlineData(double.NaN, "c0")]
    public void Value_AnyDouble_IsBitForBitAndMissingOnesAreNull(double value, string bytes)
    {
        byte[] room = new byte[PackStream.MaxNumberBytes];
        int length = PackStream.WriteValue(room, value);

        Convert.ToHexStringLower(room.AsSpan(0, length)).ShouldBe(bytes);
        new PackStreamReader(room.AsSpan(0, length)).Value().ShouldBe(value);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(15)]
    [InlineData(16)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(65_535)]
    [InlineData(65_536)]
    [InlineData(200_000)]
    public void Message_TextListAndMapOfEachLength_AreReadBackFromTheirChunks(int length)
    {
        var request = new BoltRequest().BeginMessage(BoltMessage.Run, 3).Text(new string('x', length)).List(length);
        for (int i = 0; i < length; i++)
        {
            request.Integer(i);
        }

        request.Map(length);
        for (int i = 0; i < length; i++)
        {
            request.Text($"k{i}").Integer(-i);
        }

        var reader = new PackStreamReader(Joined(request.EndMessage().Written));

        reader.Message().ShouldBe(BoltMessage.Run);
        object?[] fields = reader.Rest();
        ((string)fields[0]!).Length.ShouldBe(length);
        ((List<object?>)fields[1]!).ShouldBe(Enumerable.Range(0, length).Select(i => (object?)(long)i));
        ((Dictionary<string, object?>)fields[2]!).Count.ShouldBe(length);
    }

    [Theory]
    [InlineData("d2ffffffff")]
    [InlineData("d2000000054142")]
    [InlineData("d67fffffff01")]
    [InlineData("da00010000")]
    [InlineData("c1")]
    [InlineData("df")]
    public void Any_LengthBeyondTheMessageOrNoMarker_IsRefused(string bytes) =>
        Should.Throw<WireProtocolException>(() => new PackStreamReader(Convert.FromHexString(bytes)).Any());

    [Fact]
    public void Any_EndlessNesting_IsRefused() =>
        Should.Throw<WireProtocolException>(() => new PackStreamReader([.. Enumerable.Repeat((byte)0x91, 100_000)]).Any());

    /// <summary>The message that chunks hold, whose lengths are checked on the way.</summary>
    private static byte[] Joined(ReadOnlySpan<byte> chunks)
    {
        var message = new List<byte>();
        while (true)
        {
            int length = BinaryPrimitives.ReadUInt16BigEndian(chunks);
            if (length == 0)
            {
                chunks.Length.ShouldBe(2);
                return [.. message];
            }

            message.AddRange(chunks.Slice(2, length));
            chunks = chunks[(2 + length)..];
        }
    }
}
