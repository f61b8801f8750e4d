#if OFFICIAL_DRIVERS
using System.Net;
using DbIngest.Core.Audit;
using DbIngest.Core.Targets;
using DbIngest.Drivers.Cassandra;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Conformance;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>The driver where it could differ from our own client: request shapes, and what becomes of failures.</summary>
[Collection("cassandra")]
public sealed class CassandraDriverTests(CassandraFixture fixture)
{
    private readonly PatternWorkload _workload = new(4);

    [SkippableTheory]
    [InlineData("shape=single&window=64")]
    [InlineData("shape=single&window=1")]
    [InlineData("protocol=4&window=5&rows=17")]
    [InlineData("rows=10000&bucket=1000000")]
    [InlineData("bucket=1")]
    public void Write_AnyShape_IsStoredExactly(string options)
    {
        using var target = Open(options);
        var table = Trial.Table(_workload, 2, 300);
        target.Prepare(table);

        Trial.Write(target, _workload, [0, 1], new SequenceRange(0, 300), batch: 77);

        Trial.Audit(target, _workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Write_MissingValues_LeaveNoCell()
    {
        using var target = Open();
        target.Prepare(Trial.Table(_workload, 1, 300));
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 300));

        using var connection = Connect();
        connection.Query("SELECT value_0 FROM dbingest.records").ShouldContain(r => !r.Has("value_0"));
    }

    [SkippableTheory]
    [InlineData("shape=batch")]
    [InlineData("shape=single&window=32")]
    public void Write_TableAltered_PreparesAgain(string options)
    {
        var table = Trial.Table(_workload, 1, 2000);
        using var target = Open(options);
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 1000));
        using (var connection = Connect())
        {
            connection.Query("ALTER TABLE dbingest.records ADD \"Later\" int");
        }

        writer.Write(Trial.Batch(_workload, 0, 1000, 1000));

        Trial.Audit(target, _workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableTheory]
    [InlineData("shape=batch")]
    [InlineData("shape=single&window=32")]
    public void Write_TableDropped_IsNotTransient(string options)
    {
        using var target = Open(options);
        target.Prepare(Trial.Table(_workload, 1, 1000));
        using var writer = target.OpenWriter(0);
        target.Clean();

        var error = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(_workload, 0, 0, 1000)));

        error.IsTransient.ShouldBeFalse(error.Message);
        error.IsAmbiguous.ShouldBeFalse(error.Message);
    }

    [SkippableFact]
    public void Recover_PartOfABatchStored_IsAbsentAndWrittenAgain()
    {
        var table = Trial.Table(_workload, 1, 1000);
        using var target = Open("bucket=300");
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 700));
        var whole = Trial.Batch(_workload, 0, 0, 1000);

        writer.Recover(whole).ShouldBe(BatchFate.Absent);
        writer.Write(whole);
        writer.Recover(whole).ShouldBe(BatchFate.Stored);

        Trial.Audit(target, _workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Write_DriverAndWireInTurn_IsOneTable()
    {
        var table = Trial.Table(_workload, 1, 1000);
        using var driver = Open();
        using var wire = fixture.Open();
        driver.Prepare(table);
        wire.Attach(table);
        using var ours = wire.OpenWriter(0);
        using var theirs = driver.OpenWriter(0);

        ours.Write(Trial.Batch(_workload, 0, 0, 500));
        theirs.Write(Trial.Batch(_workload, 0, 500, 500));

        Trial.Audit(wire, _workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Describe_Driver_NamesItselfAndItsVersion()
    {
        using var target = Open("protocol=4");

        var description = target.Describe();

        description.Client.ShouldBe("driver");
        description.DriverVersion.ShouldMatch("^CassandraCSharpDriver 3\\.\\d+\\.\\d+, CQL native protocol 4$");
        description.Settings.Keys.ShouldContain("driver_connections_a_node");
    }

    [SkippableTheory]
    [InlineData("protocol=5")]
    [InlineData("compression=lz4")]
    public void Open_WhatTheDriverLacks_IsRefused(string option) =>
        Should.Throw<ArgumentException>(() => Open(option)).Message.ShouldContain(option);

    [SkippableFact]
    public void Open_NoClientNamed_IsWire()
    {
        using var target = new CassandraDriverDefinition().Open(fixture.Options());

        target.Describe().Client.ShouldBe("wire");
    }

    private ITarget Open(string options = "") => new CassandraDriverDefinition().Open(fixture.Options(options) with { Client = "driver" });

    private CqlConnection Connect() => CqlConnection.Open(
        (IPEndPoint)CassandraEndpoint.Parse(fixture.Endpoint).Hosts[0], new CqlConnectionOptions());
}
#endif
