#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Drivers.Cassandra;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>The driver where it could differ from our own client: request shapes, and what becomes of failures.</summary>
[Collection("cassandra")]
[Needs("cassandra")]
public sealed class CassandraDriverTests(CassandraFixture fixture)
    : WriteTests<CassandraDriverDefinition>(fixture, WriteClient.Driver)
{
    private readonly PatternWorkload _workload = new(4);

    [Fact]
    public void Write_DriverAndWireInTurn_IsOneTable()
    {
        var table = Trial.Table(_workload, 1, 1000);
        using var driver = Open();
        using var wire = new CassandraDefinition().Open(Fixture.Options());
        driver.Prepare(table);
        wire.Attach(table);
        using var ours = wire.OpenWriter(0);
        using var theirs = driver.OpenWriter(0);

        ours.Write(Trial.Batch(_workload, 0, 0, 500));
        theirs.Write(Trial.Batch(_workload, 0, 500, 500));

        Trial.Audit(wire, _workload, table).Findings.ShouldBeEmpty();
    }

    /// <summary>Two processes of one machine never draw the same timestamp, and the audit learns which one won.</summary>
    [Fact]
    public void Update_SourceOfTheSecondProcess_HasIncreasingStampsOfItsOwn()
    {
        var table = Trial.Table(_workload, 2, 10) with { IsKeyed = true, Processes = [1, 1] };
        using var target = Open();
        target.Prepare(table);
        using var writer = target.OpenWriter(1);
        var timestamps = writer.ShouldBeAssignableTo<IWriteTimestamps>()!;
        var record = Trial.Batch(_workload, 1, 0, 1);
        writer.Write(record);

        timestamps.Update(record);
        long first = timestamps.LastWriteTimestamp;
        timestamps.Update(record);

        timestamps.LastWriteTimestamp.ShouldBeGreaterThan(first);
        (first % 2, timestamps.LastWriteTimestamp % 2).ShouldBe((1, 1));
    }

    [Fact]
    public void Describe_Driver_NamesItselfAndItsVersion()
    {
        using var target = Open("protocol=4");

        var description = target.Describe();

        description.Client.ShouldBe("driver");
        description.DriverVersion.ShouldMatch("^CassandraCSharpDriver 3\\.\\d+\\.\\d+, CQL native protocol 4$");
        description.Settings.Keys.ShouldContain("driver_connections_a_node");
    }

    [Theory]
    [InlineData("protocol=5")]
    [InlineData("compression=lz4")]
    public void Open_WhatTheDriverLacks_IsRefused(string option) =>
        Should.Throw<ArgumentException>(() => Open(option)).Message.ShouldContain(option);

    [Fact]
    public void Open_NoClientNamed_IsWire()
    {
        using var target = new CassandraDriverDefinition().Open(Fixture.Options());

        target.Describe().Client.ShouldBe("wire");
    }
}
#endif
