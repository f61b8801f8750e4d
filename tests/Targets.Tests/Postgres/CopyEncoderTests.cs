using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Postgres.Sessions;
using FsCheck;
using FsCheck.Fluent;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

[Collection("postgres")]
public sealed class CopyEncoderTests(PostgresFixture server)
{
    [Fact]
    public void WriteTo_AnyBatch_DecodesToTheSameContent()
    {
        var shapes = from values in Gen.Choose(1, 40)
                     from count in Gen.Choose(0, 3000)
                     from first in Gen.Choose(0, 100_000)
                     from buffer in Gen.Choose(1, 200_000)
                     select (values, count, first, buffer);
        Prop.ForAll(shapes.ToArbitrary(), shape =>
        {
            var batch = shape.count == 0 ? new RecordBatch(Schema(shape.values), 1)
                : Samples.Batch(0, shape.first, shape.count, Schema(shape.values));
            return Decode(Encoded(batch, shape.buffer), batch).Passed;
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void WriteTo_WidestRows_DecodeToTheSameContent()
    {
        var batch = Samples.Batch(0, 0, 100, Schema(RecordSchema.MaxValues));

        Decode(Encoded(batch, bufferBytes: 1), batch).Findings.ShouldBeEmpty();
    }

    [Fact]
    public void ReadAll_StreamCutAnywhere_Throws()
    {
        var batch = Samples.Batch(0, 0, 3);
        byte[] whole = Encoded(batch, bufferBytes: 100).ToArray();
        for (int length = 0; length < whole.Length; length++)
        {
            Should.Throw<TargetException>(
                () => Decode(new MemoryStream(whole, 0, length), batch),
                $"cut to {length} bytes");
        }
    }

    [Fact]
    [Needs("postgres")]
    public void Write_Batch_IsReadBackByTheDriverValueByValue()
    {
        using var target = server.Open();
        target.Prepare(Samples.Table);
        var batch = Samples.Batch(1, 500, 700);
        using (var writer = target.OpenWriter(1))
        {
            writer.Write(batch);
        }

        using var connection = server.Connect();
        using var command = new NpgsqlCommand($"SELECT * FROM {PostgresTable.Name} ORDER BY sequence", connection);
        using var reader = command.ExecuteReader();
        for (int row = 0; row < batch.Count; row++)
        {
            reader.Read().ShouldBeTrue();
            reader.GetInt64(reader.GetOrdinal("sequence")).ShouldBe(500 + row);
            reader.GetInt32(reader.GetOrdinal("source")).ShouldBe(1);
            reader.GetDateTime(reader.GetOrdinal("timestamp")).ShouldBe(DateTime.UnixEpoch.AddTicks(batch.Timestamps[row] * 10));
            ((uint)reader.GetInt32(reader.GetOrdinal("quality"))).ShouldBe(batch.Qualities[row]);
            for (int column = 0; column < 9; column++)
            {
                int at = reader.GetOrdinal(batch.Schema.Values[column].Name);
                double expected = batch.Column(column)[row];
                reader.IsDBNull(at).ShouldBe(double.IsNaN(expected));
                if (!double.IsNaN(expected))
                {
                    reader.GetDouble(at).ShouldBe(expected);
                }
            }
        }

        reader.Read().ShouldBeFalse();
    }

    [Fact]
    [Needs("postgres")]
    public void Write_TimestampBeforePostgres_IsRefusedAndEarliestIsStored()
    {
        using var target = server.Open();
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        var batch = Samples.Batch(0, 0, 1);
        batch.Timestamps[0] = CopyEncoder.EarliestTimestamp - 1;
        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsTransient.ShouldBeFalse();

        batch.Timestamps[0] = CopyEncoder.EarliestTimestamp;
        writer.Write(batch);

        server.Count("\"timestamp\" = '4714-11-24 00:00:00+00 BC'").ShouldBe(1);
    }

    private static MemoryStream Encoded(RecordBatch batch, int bufferBytes)
    {
        var stream = new MemoryStream();
        var buffer = new StreamBuffer(bufferBytes) { Target = stream };
        new CopyEncoder(batch.Schema.ValueCount).WriteTo(batch, buffer);
        buffer.Flush();
        stream.Position = 0;
        return stream;
    }

    private static RecordSchema Schema(int values) =>
        new([.. Enumerable.Range(0, values).Select(i => new ValueColumn($"v{i}", "V"))]);

    private static AuditResult Decode(Stream stream, RecordBatch batch)
    {
        var content = new StoredContent(
            batch.Schema.ValueCount, batch.FirstSequence + batch.Count, [[new SequenceRange(0, batch.FirstSequence)]]);
        using (var part = content.OpenPartition())
        {
            new CopyDecoder(stream, batch.Schema.ValueCount).ReadAll(part, CancellationToken.None);
        }

        return Auditor.Compare(content, [RecordHash.Sum(batch)], elapsedS: 0);
    }
}
