using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Http;
using DbIngest.Targets.Tests.Servers;

namespace DbIngest.Targets.Tests.InfluxDb;

/// <summary>Misfortunes in the middle of a trial: no false figure, no record lost or twice.</summary>
[Collection("influxdb")]
[Needs("influxdb")]
public sealed class InfluxFaultTests(InfluxFixture fixture)
{
    private static readonly TimestampLimits Timestamps = new InfluxDefinition().Timestamps;

    [Fact]
    [Needs("mount")]
    public void Run_DiskFull_HasNoFigureAndTheNextTrialIsComplete()
    {
        FullDisk.Run(new InfluxDefinition(), "?cache=128M", 10_000, patient: true);
    }

    /// <summary>
    /// Without the first week that nanoseconds can hold: version 1.6.7 forgets where that week's shard begins when it is started
    /// again, and stores what is sent again in another one.
    /// </summary>
    [Fact]
    public async Task Run_ServerKilledAndBack_IsCompleteWithEachRecordOnce()
    {
        using var target = (IServerTarget)fixture.Open("?cache=256M&fsync_delay_ms=1");

        var result = await RestartedTrial.RunAsync(target,
            Timestamps with { First = Timestamps.First + 7 * TimeSpan.TicksPerDay / TimeSpan.TicksPerMicrosecond });

        result.Status.ShouldBe(TrialStatus.Complete, string.Join("; ", result.Audit?.Findings ?? []));
        result.AcknowledgedRecords.ShouldBe(32_000, result.Error);
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Run_DatabaseDropped_IsNoCompleteTrial()
    {
        using var target = fixture.Open(fixture.Endpoint ?? string.Empty);

        var result = DisturbedTrial.Run(target, 2000, () => target.Clean(), new RetryOptions(1, TimeSpan.FromMilliseconds(50)),
            Timestamps);

        result.Status.ShouldNotBe(TrialStatus.Complete);
        result.Error.ShouldNotBeNull();
    }

    [Theory]
    [InlineData("gzip=true&shard_duration=1d")]
    [InlineData("gzip=false&shard_duration=1h")]
    public void Write_EachWay_IsStoredExactly(string options)
    {
        var workload = new PatternWorkload(12, Timestamps);
        var table = Trial.Table(workload, 2, 2000);
        using var target = fixture.Open($"{fixture.Endpoint}&{options}");
        target.Prepare(table);

        Trial.WriteAll(target, workload, table, batch: 500);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [Fact]
    public void Write_TimestampThatNanosecondsCannotHold_IsRefusedForGood()
    {
        var workload = new PatternWorkload(3, Timestamps);
        using var target = fixture.Open(fixture.Endpoint ?? string.Empty);
        target.Prepare(Trial.Table(workload, 1, 100));
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(workload, 0, 0, 100);
        batch.Timestamps[50] = Timestamps.Last + 1;

        var error = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        error.IsTransient.ShouldBeFalse();
        error.Message.ShouldContain("time outside range");
    }

    [Fact]
    public void ServerProcesses_OfAServerThatSomebodyElseStarted_AreFound()
    {
        using var target = fixture.OpenKept();
        target.ServerProcesses().ShouldBe(fixture.Processes);
        fixture.Processes.ShouldNotBeEmpty();
    }
}
