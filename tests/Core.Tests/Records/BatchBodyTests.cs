using System.Buffers.Binary;
using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Tests.Records;

public class BatchBodyTests
{
    private static readonly RecordSchema Schema = new([new("a", "V"), new("b", "")]);

    [Theory]
    [InlineData(1, 1)]
    [InlineData(3, 5)]
    [InlineData(100, 100)]
    public void Decode_WhatEncodeWrote_IsTheSameBatch(int count, int capacity)
    {
        var batch = Batch(count, capacity);
        byte[] body = new byte[BatchBody.SizeOf(count, 2)];
        BatchBody.Encode(batch, body).ShouldBe(body.Length);

        var read = new RecordBatch(Schema, 128);
        BatchBody.Decode(body, read);

        (read.Source, read.FirstSequence, read.Count).ShouldBe((batch.Source, batch.FirstSequence, batch.Count));
        RecordHash.Sum(read).ShouldBe(RecordHash.Sum(batch));
    }

    /// <summary>The bytes are those of the page: other programs write them.</summary>
    [Fact]
    public void Encode_OneRecord_HasTheLayoutOfThePage()
    {
        var batch = new RecordBatch(Schema, 4);
        batch.Reset(7, 258, 1);
        batch.Timestamps[0] = 0x0102030405060708;
        batch.Qualities[0] = 5;
        batch.Column(0)[0] = 1;
        batch.Column(1)[0] = double.NaN;
        byte[] body = new byte[BatchBody.SizeOf(1, 2)];
        BatchBody.Encode(batch, body);

        Convert.ToHexStringLower(body).ShouldBe(
            "44424942" + "0100" + "0200" + "07000000" + "01000000" + "0201000000000000"
            + "0807060504030201" + "05000000" + "000000000000f03f" + "000000000000f8ff");
    }

    [Fact]
    public void Decode_ValuesInOtherForms_BringsThemIntoOne()
    {
        byte[] body = Body(Batch(2, 2));
        BinaryPrimitives.WriteUInt64LittleEndian(body.AsSpan(48), 0x8000_0000_0000_0000);
        BinaryPrimitives.WriteUInt64LittleEndian(body.AsSpan(56), 0x7ff8_0000_0000_0001);
        var read = new RecordBatch(Schema, 2);
        BatchBody.Decode(body, read);

        BitConverter.DoubleToUInt64Bits(read.Column(0)[0]).ShouldBe(0UL);
        BitConverter.DoubleToUInt64Bits(read.Column(0)[1]).ShouldBe(BitConverter.DoubleToUInt64Bits(double.NaN));
    }

    [Theory]
    [InlineData(0, 0x45, "magic")]
    [InlineData(4, 2, "version")]
    [InlineData(6, 3, "values")]
    [InlineData(11, 0x80, "source")]
    [InlineData(12, 0, "count")]
    [InlineData(12, 9, "count")]
    [InlineData(12, 1, "length")]
    [InlineData(23, 0x80, "first_sequence")]
    [InlineData(23, 0x7f, "first_sequence")]
    public void Decode_AFieldThatIsWrong_NamesIt(int at, byte value, string field)
    {
        byte[] body = Body(Batch(2, 2));
        body[at] = value;
        if (field == "first_sequence" && value == 0x7f)
        {
            body.AsSpan(16, 7).Fill(0xff);
        }

        Should.Throw<BatchBodyException>(() => BatchBody.Decode(body, new RecordBatch(Schema, 8))).Field.ShouldBe(field);
    }

    [Theory]
    [InlineData(0, "header")]
    [InlineData(23, "header")]
    [InlineData(24, "length")]
    [InlineData(79, "length")]
    public void Decode_ABodyThatIsCutOff_IsRefused(int length, string field) =>
        Should.Throw<BatchBodyException>(() => BatchBody.Decode(Body(Batch(2, 2)).AsSpan(0, length), new RecordBatch(Schema, 2)))
            .Field.ShouldBe(field);

    [Fact]
    public void Decode_AnInfiniteValue_NamesValueAndRecord()
    {
        var batch = Batch(2, 2);
        batch.Column(1)[1] = double.NegativeInfinity;
        var fault = Should.Throw<BatchBodyException>(() => BatchBody.Decode(Body(batch), new RecordBatch(Schema, 2)));
        fault.Field.ShouldBe("b");
        fault.Message.ShouldContain("record 1");
    }

    private static byte[] Body(RecordBatch batch)
    {
        byte[] body = new byte[BatchBody.SizeOf(batch.Count, 2)];
        BatchBody.Encode(batch, body);
        return body;
    }

    private static RecordBatch Batch(int count, int capacity)
    {
        var batch = new RecordBatch(Schema, capacity);
        batch.Reset(2, 1_000_000_007, count);
        for (int row = 0; row < count; row++)
        {
            batch.Timestamps[row] = 1_700_000_000_000_000 + row;
            batch.Qualities[row] = (uint)row;
            batch.Column(0)[row] = row / 3.0;
            batch.Column(1)[row] = row % 2 == 0 ? double.NaN : -row;
        }

        return batch;
    }
}
