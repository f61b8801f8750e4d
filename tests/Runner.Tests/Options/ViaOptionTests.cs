using DbIngest.Abstractions.Records;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Catalogue;

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
    public void Study3_IsThreeMixesAtSixConcurrenciesOfEachIndex()
    {
        var request = SweepRequestReaderTests.Read("--study=3", "--db=maria", "--index=key,none");
        var points = request.Points([9]);

        points.Count.ShouldBe(3 * 6 * 2);
        points.Select(point => point.InFlight).Distinct().ShouldBe([1, 10, 50, 100, 500, 1000]);
        points.ShouldAllBe(point => point.Via == "service" && point.ServiceConnections == 10 && point.Batch == 1);
        points.Count(point => point.IsIndexed).ShouldBe(18);
        points.ShouldAllBe(point => point.Axes.Of(SweepAxes.Restart) == "server");
        request.Deviations.ShouldContain(deviation => deviation.StartsWith("assumed", StringComparison.Ordinal));
        request.Deviations.ShouldNotContain(deviation => deviation.Contains("not started again", StringComparison.Ordinal));
        var elsewhere = SweepRequestReaderTests.Read("--study=3", "--db=maria", "--endpoint=localhost:1");
        elsewhere.Points([9]).Any(point => SweepAxes.Restart.TryGet(point.Axes, out string? _)).ShouldBeFalse();
        elsewhere.Deviations.ShouldContain(deviation => deviation.Contains("not started again", StringComparison.Ordinal));
        SweepRequestReaderTests.Read("--study=3", "--db=maria", "--in-flight=1,10").Deviations
            .ShouldContain("--in-flight is 1,10 instead of 1,10,50,100,500,1000");
        IngestRequest.Of(points.First(point => !point.IsIndexed), 1, RetryOptions.Default)
            .TableOf(RecordSchema.ThreePhaseMeter).HasKey.ShouldBeFalse();
    }

    /// <summary>The run starts one of both servers, and so starts it again alone.</summary>
    [Fact]
    public void Study3_WithAHybridOfWhichOnePartIsElsewhere_NamesThePartThatRunsOn()
    {
        const string Departure = "postgres of maria+postgres is not started again between cells, as this run does not start it";
        var request = SweepRequestReaderTests.Read("--study=3", "--db=maria,maria+postgres");

        request.Points([9]).ShouldAllBe(point => point.Axes.Of(SweepAxes.Restart) == "server");
        request.Deviations.ShouldContain(Departure);
        SweepRequestReaderTests.Read("--study=1", "--db=maria+postgres").Deviations.ShouldNotContain(Departure);
    }

    [Fact]
    public void Study3_WithAHybrid_SaysWhatItAssumesOfIt()
    {
        const string Assumed = "assumed, as the study does not say how its hybrids divide data";
        var request = SweepRequestReaderTests.Read("--study=3", "--db=sqlite,sqlite+maria", "--index=key,none");

        request.Points([9]).Count(point => point.Database == "sqlite+maria" && !point.IsIndexed).ShouldBe(18);
        request.Deviations.ShouldContain(deviation => deviation.StartsWith(Assumed, StringComparison.Ordinal));
        SweepRequestReaderTests.Read("--study=3", "--db=sqlite", "--index=key,none").Deviations
            .ShouldNotContain(deviation => deviation.StartsWith(Assumed, StringComparison.Ordinal));
    }

    [Fact]
    public void Index_OfAHybrid_IsThatOfItsControlData()
    {
        // Cassandra finds no record without its key, and keeps it.
        SweepRequestReaderTests.Read("--db=sqlite+cassandra", "--index=key,none", "--mix=read=50,update=50", "--records=200")
            .Points([9]).Count(point => !point.IsIndexed).ShouldBe(1);
    }

    [Fact]
    public void Study4_IsFourMethodsAtARateByTwoThreadModels()
    {
        var request = SweepRequestReaderTests.Read("--study=4", "--db=maria", "--client=driver");
        var points = request.Points([9]);

        points.Select(point => (point.Mix!.Words, point.ServiceThreads)).ShouldBe(
            from threads in (string?[])["dedicated", "async"]
            from mix in (string[])["study4-get", "study4-post", "study4-put", "study4-delete"]
            select (mix, threads), ignoreOrder: true);
        points.ShouldAllBe(point => point.Rate!.ToString() == "300" && point.DurationS == 20 && point.ServiceConnections == 10);
        (request.Trials, request.WarmUp).ShouldBe((13, 3));
        request.Deviations.ShouldNotContain(text => text.Contains("thread pool", StringComparison.Ordinal));
    }

    [Fact]
    public void Study4_WithoutAClient_TakesTheOneWithAsynchronousCalls()
    {
        SweepRequestReaderTests.Read("--study=4", "--db=maria").Points([9]).ShouldAllBe(point => point.Client == "driver");
        SweepRequestReaderTests.Read("--study=4", "--db=maria", "--threads=dedicated,pool").Points([9])
            .ShouldAllBe(point => point.Client == "wire", "the study's models do not apply");
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read("--study=4", "--db=maria", "--threads=async")).Messages
            .ShouldContain(line => line.Contains("give --client driver", StringComparison.Ordinal), "the user's choice stays");
    }

    [Theory]
    [InlineData("driver of sqlite", "--db=sqlite,maria")]
    [InlineData("wire of maria", "--db=maria", "--client=wire")]
    [InlineData("wire of maria", "--db=maria", "--client=driver,wire")]
    public void Study4_WithAClientThatHasNoAsynchronousCalls_TakesThePoolAndSaysSo(string lacking, params string[] options)
    {
        var request = SweepRequestReaderTests.Read(["--study=4", .. options]);

        request.Points([9]).Select(point => point.ServiceThreads).Distinct().ShouldBe(["dedicated", "pool"], ignoreOrder: true);
        request.Deviations.ShouldContain(text =>
            text.StartsWith("the runtime's thread pool in place of", StringComparison.Ordinal)
                && text.EndsWith($" {lacking} has none", StringComparison.Ordinal));
        request.Deviations.ShouldNotContain(text => text.StartsWith("--threads", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--study=4")]
    [InlineData("--via=service", "--threads=async")]
    [InlineData("--mix=read=50,update=50")]
    public void Client_ThatThisBuildLacks_IsRefusedOnceWhateverElseIsAsked(params string[] options) =>
        Should.Throw<UsageException>(() => new SweepRequestReader(TargetCatalog.All, _ => null)
            .Read((RunOptions)CommandReader.Read([.. options, "--db=neo4j", "--client=driver"]).Options!)).Messages
            .ShouldHaveSingleItem().ShouldStartWith("--client: 'driver' for neo4j: this build lacks the vendor's driver");

    [Fact]
    public void Threads_OfTheService_MakeTargetsApart()
    {
        var points = SweepRequestReaderTests.Read("--db=maria", "--client=driver", "--via=service",
            "--threads=dedicated,async", "--service-connections=4,10", "--records=5").Points([9]);

        points.Count.ShouldBe(4);
        points.Select(point => point.Target).Distinct().Count().ShouldBe(4);
        points.Select(point => (point.ServiceThreads, point.ServiceConnections)).ShouldBe(
            [("dedicated", 4), ("dedicated", 10), ("async", 4), ("async", 10)]);
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
    [InlineData("--via: 'proxy' is not a way to the database; it is none, service, or the URL", "--via=proxy")]
    [InlineData("--via: 'http://me:****@h:8480' is not a way to the database", "--via=http://me:s3cret@h:8480")]
    [InlineData("--via: 'ftp://h:8480' is not a way to the database", "--via=ftp://h:8480")]
    [InlineData("--via: 'http://h:8480/v1' is not a way to the database", "--via=http://h:8480/v1")]
    [InlineData("--via: http://h:8480 is given twice", "--via=http://h:8480,HTTP://H:8480/", "--endpoint=x.db")]
    [InlineData("--endpoint: the service at http://h:8480 does not know a sqlite that this run", "--via=none,http://h:8480")]
    [InlineData("--via: the service at http://h:8480 has one database", "--via=http://h:8480", "--db=sqlite,maria",
        "--endpoint=sqlite=x.db")]
    [InlineData("--index: the service at http://h:8480 stores a batch once", "--via=http://h:8480", "--endpoint=x.db",
        "--mix=read=50,update=50", "--index=key,none")]
    [InlineData("--threads: it is an option of the service", "--via=http://h:8480", "--endpoint=x.db", "--threads=pool")]
    [InlineData("--via: service is given twice", "--via=service,service")]
    [InlineData("--via: the service does not support cassandra", "--via=service", "--db=cassandra")]
    [InlineData("--via: the service does not support lonely", "--via=none", "--db=lonely")]
    [InlineData("--via: the service does not support cassandra; leave the option out, or measure sqlite+cassandra",
        "--via=service", "--db=sqlite+cassandra")]
    [InlineData("--endpoint: the service at http://h:8480 does not know a maria that this run", "--via=http://h:8480",
        "--db=sqlite+maria", "--endpoint=sqlite=x.db")]
    [InlineData("--threads: the client driver of sqlite+maria has no asynchronous calls; leave async out", "--via=service",
        "--threads=async", "--db=sqlite+maria", "--client=driver")]
    [InlineData("--index: lonely+sqlite finds no single record without its key", "--index=none", "--db=lonely+sqlite",
        "--mix=read=50,update=50")]
    [InlineData("--mix: ycsb-f changes records under a condition", "--via=service", "--mix=ycsb-f")]
    [InlineData("--index: only a mix and --queries look for records", "--index=none")]
    [InlineData("--index: cassandra finds no single record without its key", "--index=none", "--db=cassandra",
        "--mix=read=50,update=50")]
    [InlineData("--index: 'btree' is not an index; it is key, time or none", "--index=btree", "--mix=read=50,update=50")]
    [InlineData("--threads: it is an option of the service; give --via service alone", "--threads=pool")]
    [InlineData("--threads: it is an option of the service", "--via=none,service", "--threads=pool")]
    [InlineData("--service-connections: it is an option of the service", "--service-connections=4")]
    [InlineData("--http: it is how requests reach the service; give --via service or its URL", "--http=2")]
    [InlineData("--http: it is how requests reach the service", "--via=none,service", "--http=2")]
    [InlineData("--http: '3' is not a version of HTTP; it is 1.1 or 2", "--via=service", "--http=3")]
    [InlineData("--http: the service at http://h:8480 has no TLS, by which versions are agreed on", "--via=http://h:8480",
        "--http=1.1,2", "--db=sqlite", "--endpoint=x.db")]
    [InlineData("--threads: the client driver of sqlite has no asynchronous calls; leave async out", "--via=service",
        "--threads=pool,async")]
    [InlineData("--threads: the client wire of maria has no asynchronous calls; give --client driver", "--via=service",
        "--threads=async", "--db=maria")]
    [InlineData("--threads: 'fibers' is not a thread model; it is queue, dedicated, pool or async", "--via=service",
        "--threads=fibers")]
    [InlineData("--batch: a batch of 1,000,000 records with 200 values is a request of 1,537 MiB", "--via=service", "--batch=1M",
        "--values=200", "--sources=1", "--records=1")]
    public void Via_ThatCannotWork_IsRefusedByName(string message, params string[] options) =>
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read(options)).Messages
            .ShouldContain(line => line.StartsWith(message, StringComparison.Ordinal));

    [Fact]
    public void Via_WithUrls_MakesATargetOfEachWay()
    {
        var points = SweepRequestReaderTests.Read("--via=none,service,http://127.0.0.1:8480,https://meters.example/",
            "--endpoint=x.db", "--records=5").Points([9]);

        points.Select(point => point.Via).ShouldBe(["none", "service", "http://127.0.0.1:8480", "https://meters.example"]);
        points.Select(point => point.Target).Distinct().Count().ShouldBe(4);
        IngestRequest.Of(points[2], 1, RetryOptions.Default).TableOf(RecordSchema.ThreePhaseMeter).IsKeyed.ShouldBeTrue();
    }

    [Fact]
    public void ServiceConnections_MoreThanLanes_AreAcceptedByAPrivateServer()
    {
        SweepRequestReaderTests.Read("--via=service", "--sources=2", "--service-connections=10,300").Connections.ShouldBe(302);
        SweepRequestReaderTests.Read("--via=service", "--sources=2", "--in-flight=40", "--service-connections=10").Connections
            .ShouldBe(82);
    }

    [Fact]
    public void Key_OfTheEnvironment_IsASecretOfTheCommand()
    {
        var access = SweepRequestReaderTests.Read(
            variable => variable == "DBINGEST_SERVICE_KEY" ? "0123456789abcdef" : null,
            "--via=http://h:8480", "--endpoint=x.db").Access;

        access.ServiceKey!.Reveal().ShouldBe("0123456789abcdef");
        access.Secrets.ShouldContain("0123456789abcdef");
    }

    [Fact]
    public void Url_OfThisMachine_IsRefusedForHosts()
    {
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read("--via=http://127.0.0.1:8480", "--db=postgres",
            "--endpoint=db.example", "--sources=1@alpha+1@beta")).Messages
            .ShouldContain(line => line.StartsWith("--sources: alpha cannot reach the service at", StringComparison.Ordinal));
        SweepRequestReaderTests.Read("--via=http://meters.example:8480", "--db=postgres", "--endpoint=db.example",
            "--sources=1@alpha+1@beta").Count.ShouldBePositive();
    }

    [Fact]
    public void Via_WithHosts_IsRefusedByName() => Should.Throw<UsageException>(() => SweepRequestReaderTests.Read(
        "--via=service", "--db=postgres", "--endpoint=db.example", "--sources=1@alpha+1@beta")).Messages
        .ShouldContain(line => line.StartsWith("--sources: alpha cannot reach the service", StringComparison.Ordinal));

    [Fact]
    public void Via_WithAMix_IsAllowed() =>
        SweepRequestReaderTests.Read("--via=none,service", "--mix=read=50,update=30,rmw-plain=20", "--records=10k")
            .Count.ShouldBe(2);
}
