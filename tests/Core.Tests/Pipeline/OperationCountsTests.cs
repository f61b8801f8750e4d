using DbIngest.Core.Latency;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;

namespace DbIngest.Core.Tests.Pipeline;

/// <summary>What a lane counts of its operations, and the memory that this takes.</summary>
public sealed class OperationCountsTests
{
    /// <summary>A thousand lanes that only read must not hold the histograms of eight other kinds.</summary>
    [Fact]
    public void New_MixOfOneKind_HasOneHistogram()
    {
        Of("read=1");
        long before = GC.GetAllocatedBytesForCurrentThread();

        var counts = Of("read=1");

        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        long histogram = LatencyHistogram.BucketCount * sizeof(long);
        bytes.ShouldBeInRange(histogram, 2 * histogram);
        GC.KeepAlive(counts);
    }

    /// <summary>Nothing may be allocated within the timed region for a kind that the mix has.</summary>
    [Theory]
    [InlineData("insert=1", 1, OperationKind.InsertOne)]
    [InlineData("insert=1", 10, OperationKind.InsertBatch)]
    [InlineData("read=1", 10, OperationKind.Read)]
    [InlineData("update=1", 10, OperationKind.Update)]
    [InlineData("delete=1", 10, OperationKind.Delete)]
    [InlineData("scan=1", 10, OperationKind.Scan)]
    [InlineData("rmw=1", 10, OperationKind.ReadModifyWrite)]
    [InlineData("rmw-plain=1", 10, OperationKind.PlainReadModifyWrite)]
    [InlineData("find=1", 10, OperationKind.Find)]
    public void Acknowledged_KindOfTheMix_AllocatesNothing(string mix, int batch, OperationKind kind)
    {
        Of(mix, batch).Acknowledged(kind, 1, 1000);
        var counts = Of(mix, batch);
        long before = GC.GetAllocatedBytesForCurrentThread();

        counts.Acknowledged(kind, 1, 1000);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
        counts.ToOutcomes().ShouldHaveSingleItem().Kind.ShouldBe(kind);
    }

    [Fact]
    public void ToOutcomes_KindsThatTheMixLacks_AreCountedToo()
    {
        var counts = Of("delete=1");
        counts.Acknowledged(OperationKind.Read, 1, 1000);
        counts.Failed(OperationKind.Update, isConflict: true);

        counts.ToOutcomes().Select(outcome => (outcome.Kind, outcome.Latency.Count, outcome.Conflicts)).ShouldBe(
            [(OperationKind.Read, 1L, 0L), (OperationKind.Update, 0L, 1L)]);
    }

    private static OperationCounts Of(string text, int batch = 1)
    {
        OperationMix.TryParse(text, out var mix).ShouldBeTrue();
        return new OperationCounts(mix!, batch);
    }
}
