using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Tests.Options;

public sealed class YcsbTests
{
    private const string WorkloadA = """
        # Yahoo! Cloud System Benchmark
        ! Workload A: Update heavy workload
        recordcount=1000
        operationcount=1000
        workload=site.ycsb.workloads.CoreWorkload

        readallfields=true

        readproportion=0.5
        updateproportion = 0.5
        scanproportion=0
        insertproportion=0
        requestdistribution=zipfian
        """;

    [Fact]
    public void Read_WorkloadA_BecomesAMixOfAThousandBytes()
    {
        var protocol = Read(WorkloadA, "threadcount=32");

        protocol.TextOf(SweepAxes.Mix).ShouldBe("read=500000,update=500000,keys=ycsb");
        protocol.TextOf(SweepAxes.Records).ShouldBe("1000");
        protocol.TextOf(SweepAxes.InFlight).ShouldBe("32");
        protocol.TextOf(SweepAxes.Sources).ShouldBe("1");
        protocol.TextOf(SweepAxes.Values).ShouldBe("125");
        protocol.TextOf(SweepAxes.Batch).ShouldBe("100");
        protocol.Departures.ShouldContain("an update writes the whole record, as with writeallfields=true");
    }

    [Fact]
    public void Read_WorkloadWithInsertionsAndScans_InsertsOneByOne()
    {
        var protocol = Read("recordcount:1000\noperationcount 1000\nreadproportion=0\nupdateproportion=0\nscanproportion=0.95\n"
            + "insertproportion=0.0\\\n5\nmaxscanlength=100\nrequestdistribution=zipfian\ntarget=500");

        protocol.TextOf(SweepAxes.Mix).ShouldBe("insert=50000,scan=950000,keys=ycsb");
        protocol.TextOf(SweepAxes.Batch).ShouldBe("1");
        protocol.TextOf(SweepAxes.Rate).ShouldBe("500");
    }

    /// <summary>The notes hold also where --values or --batch replaces what the file says.</summary>
    [Fact]
    public void Read_WorkloadA_SaysHowItsRecordsAreReadAndLoaded()
    {
        var protocol = Read(WorkloadA);

        protocol.Departures.ShouldContain("a record of 10 texts of 100 bytes is read as 125 doubles");
        protocol.Departures.ShouldContain("records are loaded in batches, of 100 where --batch is left out, not one by one");
    }

    [Theory]
    [InlineData("mongodb.url=mongodb://localhost", "--property: mongodb.url: it is not known")]
    [InlineData("requestdistribution=hotspot", "--property: requestdistribution: 'hotspot' is not offered")]
    [InlineData("readallfields=false", "--property: readallfields: 'false' is not offered")]
    [InlineData("fieldlengthdistribution=zipfian", "--property: fieldlengthdistribution: 'zipfian' is not offered")]
    [InlineData("workload=my.Workload", "--property: workload: 'my.Workload' is not YCSB's core workload")]
    [InlineData("readproportion=1.5", "--property: readproportion: '1.5' is not a share from 0 to 1")]
    [InlineData("recordcount=many", "--property: recordcount: 'many' is not a whole number from 1")]
    public void Read_WhatIsNotOffered_IsRefusedByName(string property, string message)
    {
        var reader = new OptionReader();
        new YcsbProtocol(Properties(WorkloadA, property), reader).Read();

        Should.Throw<UsageException>(reader.ThrowIfRefused).Messages.ShouldContain(problem =>
            problem.StartsWith(message, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("recordcount=10\noperationcount=10\n\nthreadcount=no",
        ", line 4: threadcount: 'no' is not a whole number from 1.")]
    [InlineData("recordcount=10\n", ": operationcount: it is missing.")]
    [InlineData("recordcount=10\noperationcount=10\nscanproportion=0.1\n",
        ": maxscanlength: a scan has 1 to 100 records, each length equally likely; the workload asks for 1 to 1000, uniform.")]
    public void Read_AFaultOfTheFile_NamesFileAndLine(string file, string end)
    {
        var reader = new OptionReader();
        new YcsbProtocol(Properties(file), reader).Read();

        string message = Should.Throw<UsageException>(reader.ThrowIfRefused).Messages.ShouldHaveSingleItem();
        message.ShouldStartWith("--ycsb: " + Path.GetTempPath());
        message.ShouldEndWith(end);
    }

    [Fact]
    public void Read_WhatChangesNothing_IsListedWithTheReason() =>
        Read(WorkloadA, "table=usertable").Departures.ShouldContain(
            "table=usertable is not applied: each trial names its table");

    private static StudyProtocol Read(string file, params string[] replaced)
    {
        var reader = new OptionReader();
        var protocol = new YcsbProtocol(Properties(file, replaced), reader).Read();
        reader.ThrowIfRefused();
        return protocol;
    }

    private static YcsbProperties Properties(string file, params string[] replaced)
    {
        string path = Path.GetTempFileName();
        try
        {
            File.WriteAllText(path, file);
            var properties = new YcsbProperties();
            properties.AddFile(path);
            replaced.ShouldAllBe(property => properties.TryAdd(property));
            return properties;
        }
        finally
        {
            File.Delete(path);
        }
    }
}
