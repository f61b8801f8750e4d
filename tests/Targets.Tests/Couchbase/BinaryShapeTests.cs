using DbIngest.Abstractions.Records;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>Packed documents from before and after a trial added values (<c>--add-values</c>).</summary>
public sealed class BinaryShapeTests
{
    [Fact]
    public void Read_DocumentFromBeforeTheAddition_LacksTheAddedValues()
    {
        var reader = new BinaryShape(3, added: 2).Reader();

        reader.Read(Document(1, 2, 3)).ShouldBeTrue();
        reader.Read(Document(7)).ShouldBeTrue();

        reader.Values.ToArray().ShouldBe([7, double.NaN, double.NaN]);
    }

    [Fact]
    public void Read_DocumentOfAnotherLength_IsNoRecord()
    {
        new BinaryShape(3, added: 2).Reader().Read(Document(1, 2)).ShouldBeFalse();
        new BinaryShape(3).Reader().Read(Document(1)).ShouldBeFalse();
    }

    [Fact]
    public void Read_DocumentFromAfterTheAddition_ByAReaderFromBefore_LeavesTheAddedValuesOut()
    {
        var reader = new BinaryShape(1, mayGrow: true).Reader();

        reader.Read(Document(7, 2, 3)).ShouldBeTrue();

        reader.Values.ToArray().ShouldBe([7]);
        new BinaryShape(1).Reader().Read(Document(7, 2, 3)).ShouldBeFalse();
    }

    private static byte[] Document(params double[] values)
    {
        var batch = new RecordBatch(new([.. values.Select((_, i) => new ValueColumn($"value_{i}", string.Empty))]), 1);
        batch.Reset(0, 0, 1);
        for (int i = 0; i < values.Length; i++)
        {
            batch.Column(i)[0] = values[i];
        }

        var buffer = new KvRequestBuffer();
        new BinaryShape(values.Length).Append(buffer, batch, 0);
        return buffer.Written.ToArray();
    }
}
