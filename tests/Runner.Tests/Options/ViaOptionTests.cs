using DbIngest.Abstractions.Records;
using DbIngest.Core.Pipeline;

namespace DbIngest.Runner.Tests.Options;

/// <summary>What <c>--via</c> makes of a sweep, and what it refuses by name.</summary>
public class ViaOptionTests
{
    [Fact]
    public void Via_WithBothWays_MakesTwoTargetsWithAKey()
    {
        var request = SweepRequestReaderTests.Read("--via=none,service", "--records=5", "--sources=4", "--in-flight=2",
            "--batch=3");
        var points = request.Points(request.Values!);

        points.Select(point => point.Via).ShouldBe(["none", "service"]);
        points.Select(point => point.Target).Distinct().Count().ShouldBe(2);
        var table = IngestRequest.Of(points[0], 1, RetryOptions.Default).TableOf(RecordSchema.ThreePhaseMeter);
        (table.IsKeyed, table.Lanes, table.BatchRecords).ShouldBe((true, 8, 3));
    }

    [Fact]
    public void Via_LeftOut_ChangesNoPoint()
    {
        var point = SweepRequestReaderTests.Read("--records=5").Points([9])[0];

        point.Via.ShouldBeNull();
        point.Key.ShouldNotContain("via");
        IngestRequest.Of(point, 1, RetryOptions.Default).TableOf(RecordSchema.ThreePhaseMeter)
            .IsKeyed.ShouldBeFalse();
    }

    [Theory]
    [InlineData("--via: 'proxy' is not a way to the database; it is none or service", "--via=proxy")]
    [InlineData("--via: service is given twice", "--via=service,service")]
    [InlineData("--via: no service stands before cassandra", "--via=service", "--db=cassandra")]
    [InlineData("--via: no service stands before lonely", "--via=none", "--db=lonely")]
    [InlineData("--mix: ycsb-f changes records under a condition", "--via=service", "--mix=ycsb-f")]
    [InlineData("--batch: a batch of 1,000,000 records with 200 values is a request of 1,537 MiB", "--via=service", "--batch=1M",
        "--values=200", "--sources=1", "--records=1")]
    public void Via_ThatCannotWork_IsRefusedByName(string message, params string[] options) =>
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read(options)).Messages
            .ShouldContain(line => line.StartsWith(message, StringComparison.Ordinal));

    [Fact]
    public void Via_WithHosts_IsRefusedByName() => Should.Throw<UsageException>(() => SweepRequestReaderTests.Read(
        "--via=service", "--db=postgres", "--endpoint=db.example", "--sources=1@alpha+1@beta")).Messages
        .ShouldContain(line => line.StartsWith("--sources: alpha cannot reach the service", StringComparison.Ordinal));

    [Fact]
    public void Via_WithAMix_IsAllowed() =>
        SweepRequestReaderTests.Read("--via=none,service", "--mix=read=50,update=30,rmw-plain=20", "--records=10k")
            .Count.ShouldBe(2);
}
