using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

public class SweepRequestReaderTests
{
    [Fact]
    public void Read_NoOptions_HasTheDefaults()
    {
        var request = Read();
        request.Points([9]).Select(p => p.Key).ShouldBe(new[] { 10_000, 20_000, 30_000, 40_000 }.Select(n =>
            $"db=sqlite client=driver durability=full sources=8 records={n} batch=1000 in_flight=1 values=9"));
        (request.Trials, request.WarmUp, request.Order, request.Confidence).ShouldBe((13, 3, SweepOrder.Interleaved, 0.95));
        request.Seed.ShouldBe(20150331UL);
    }

    [Fact]
    public void Read_ListsEverywhere_MultiplyToPoints()
    {
        var request = Read("--db=sqlite,postgres", "--durability=full,normal,off", "--sources=1,5+3", "--records=1k..3k/1k",
            "--batch=10,20", "--in-flight=1,2", "--values=3,9");
        var points = request.Points(request.Values!);
        points.Count.ShouldBe((2 + 1) * 2 * 3 * 2 * 2 * 2);
        points.Select(p => p.Key).ShouldBeUnique();
        points.Where(p => p.Database == "postgres").ShouldAllBe(p => p.Durability == "off");
    }

    /// <summary>One value of each database: the pairs would compare databases under the name of durability.</summary>
    [Fact]
    public void Read_PairsOfAnAxisThatNoDatabaseHasBothValuesOf_AreRefused()
    {
        Should.Throw<UsageException>(() => Read("--db=sqlite,postgres", "--durability=normal,off", "--ab=durability"))
            .Messages.ShouldHaveSingleItem().ShouldStartWith("--ab: no database has both values of --durability");
        Read("--db=sqlite,postgres", "--durability=normal,off", "--ab=db").PairAxis.ShouldBe(SweepAxes.Database);
        Read("--db=sqlite", "--durability=full,normal", "--ab=durability").PairAxis.ShouldBe(SweepAxes.Durability);
    }

    [Fact]
    public void Read_Study1_IsThePublishedProtocol()
    {
        var request = Read("--study=1");
        request.Points([9]).Count.ShouldBe(33);
        request.Points([9])[^1].TotalRecords.ShouldBe(2_640_000);
        request.Sources.ShouldBe([Layout("5+3")]);
        (request.Trials, request.WarmUp).ShouldBe((13, 3));
        request.Deviations.ShouldBeEmpty();
    }

    [Fact]
    public void Read_Study1WithOtherOptions_NamesTheDeviations()
    {
        Read("--study=1", "--sources=8", "--trials=5").Deviations
            .ShouldBe(["--sources is 8 instead of 5+3", "--trials is 5 instead of 13"]);
        Read("--study=1", "--sources=5+3", "--records=10k..330k/10k").Deviations.ShouldBeEmpty();
    }

    [Fact]
    public void Read_Study2_IsThePublishedProtocolAndSaysWhatIsAssumed()
    {
        var request = Read("--study=2");
        var points = request.Points([125]);
        points.Count.ShouldBe(5 * 2);
        points.Select(point => point.Mix!.UpdateShare).Distinct().ShouldBe([0, 0.25, 0.5, 0.75, 1]);
        points.Select(point => point.TotalRecords).Distinct().ShouldBe([10_000, 100_000]);
        points.ShouldAllBe(point => point.Sources.Total * point.InFlight == 32 && point.Rate == null && point.DurationS == null);
        (request.Trials, request.WarmUp).ShouldBe((13, 3));
        request.Deviations.ShouldContain(
            "assumed by the preset, as the study states neither: records of 1,000 bytes and YCSB's law of keys");
        request.Deviations.ShouldNotContain(deviation => deviation.StartsWith("--", StringComparison.Ordinal));
    }

    [Fact]
    public void Read_Study2OfAMillionRows_HasFiveRunsAfterTheWarmUp()
    {
        var request = Read("--study=2", "--records=1M");
        (request.Trials, request.WarmUp).ShouldBe((8, 3));
        request.Deviations.ShouldNotContain(deviation => deviation.StartsWith("--", StringComparison.Ordinal));
        Read("--study=2", "--records=10k,1M").Deviations.ShouldContain("--records is 10000,1000000 instead of 10000,100000");
    }

    /// <summary>A recording has the values that it has, and --values of the preset cannot be left out.</summary>
    [Fact]
    public void Read_Study2OfARecording_LeavesTheValuesToIt()
    {
        var request = Read("--study=2", "--input=meter.csv");

        request.Values.ShouldBeNull();
        request.Deviations.ShouldContain("records with the values of the input instead of 125 values");
        request.Deviations.ShouldNotContain(deviation => deviation.StartsWith("--values", StringComparison.Ordinal));
        Read("--study=2", "--input=meter.csv", "--values=9").Deviations.ShouldContain("--values is 9 instead of 125");
    }

    /// <summary>A departure of the preset would be false of the sweep where the user gives another value.</summary>
    [Fact]
    public void Read_Study4WithOtherOptions_SaysWhatThePresetHasAndWhatTheSweepHas()
    {
        string[] replaced = ["--trials=4", "--warmup=1", "--records=20000"];
        var deviations = Read(["--study=4", "--db=maria", "--client=driver", .. replaced]).Deviations;
        deviations.ShouldContain("the preset has 10 measured trials, the study one");
        deviations.ShouldContain("the preset has 12,000 records, the study 120, of which 6,000 deletions find most gone");
        deviations.ShouldContain("--trials is 4 instead of 13");
        deviations.ShouldContain("--warmup is 1 instead of 3");
        deviations.ShouldContain("--records is 20000 instead of 12000");
    }

    /// <summary>With the 20 s of the preset, the trial would end with the first stage.</summary>
    [Fact]
    public void Read_Study4WithARateInStages_LastsAsLongAsTheStages()
    {
        string[] study = ["--study=4", "--db=maria", "--client=driver"];
        var request = Read([.. study, "--rate=300@20s,1200@20s"]);
        request.On(SweepAxes.Duration).ShouldBe([40]);
        request.Deviations.ShouldContain("--duration is 40 instead of 20");
        Read([.. study, "--rate=300@20s,1200@20s", "--duration=30"]).On(SweepAxes.Duration).ShouldBe([30]);
        Read([.. study, "--rate=300,1200"]).On(SweepAxes.Duration).ShouldBe([20]);
        Should.Throw<UsageException>(() => Read([.. study, "--rate=300@20s;300@60s"])).Messages.ShouldHaveSingleItem()
            .ShouldStartWith("--rate: its stages take different times");
    }

    /// <summary>An earlier version ended its trials after the time of the preset. Such a sweep must go on.</summary>
    [Theory]
    [InlineData(20)]
    [InlineData(40)]
    public void Read_StoredStudy4WithARateInStages_HasItsStoredTime(double seconds)
    {
        string[] study = ["--study=4", "--db=maria", "--client=driver", "--rate=300@20s,1200@20s"];
        var stored = Stored([.. Read(study).Points([9]).Select(point => point with { DurationS = seconds })]);

        new SweepRequestReader(DescribedDatabase.Catalogue, static _ => null) { Stored = stored }
            .Read((RunOptions)CommandReader.Read(study).Options!).On(SweepAxes.Duration).ShouldBe([seconds]);
    }

    /// <summary>A precision takes ten blocks of 13 trials: with 100 trials, seven blocks would never reach it.</summary>
    [Theory]
    [InlineData("", 130)]
    [InlineData("--blocks=0", 100)]
    [InlineData("--max-trials=40", 40)]
    public void Read_PrecisionOfAStoredSweepWithChosenBlocks_AllowsTenBlocks(string option, int most)
    {
        string[] arguments = ["--precision=2%", .. option.Split(' ', StringSplitOptions.RemoveEmptyEntries)];
        var stored = Stored(Read().Points([9])) with { Blocks = 1, BlocksBecause = "Servers that wait take much memory." };
        new SweepRequestReader(DescribedDatabase.Catalogue, static _ => null) { Stored = stored }
            .Read((RunOptions)CommandReader.Read(arguments).Options!).MaxTrials.ShouldBe(most);
    }

    [Theory]
    [InlineData("--study=1", "--duration=30", "--duration 30, which the study does not have")]
    [InlineData("--study=1", "--rate=10k", "--rate 10000, which the study does not have")]
    [InlineData("--study=2", "--duration=30", "--duration 30, which the study does not have")]
    public void Read_AnAxisThatTheStudyDoesNotHave_IsNamed(string study, string option, string deviation) =>
        Read(study, option).Deviations.ShouldContain(deviation);

    [Fact]
    public void Read_EndpointWithAProfile_HasItsLoadWhereTheUserSaysNothing()
    {
        var request = Read("--db=cassandra", "--endpoint=?user=study1&rows=10,20", "--batch=70");
        (request.InFlight.Single(), request.Batches.Single()).ShouldBe((25, 70));
        Read("--db=cassandra", "--endpoint=?user=other").InFlight.ShouldBe([1]);
    }

    [Fact]
    public void Read_ProfileOfOneOfTwoDatabases_IsRefusedWithTheRemedy()
    {
        string[] options = ["--db=cassandra,postgres", "--endpoint=cassandra=?user=study1", "--batch=500"];
        Should.Throw<UsageException>(() => Read(options)).Message
            .ShouldContain("--in-flight: the endpoint's profile says 25 for cassandra, nothing for postgres");
        Read([.. options, "--in-flight=25"]).InFlight.ShouldBe([25]);
    }

    [Fact]
    public void Read_FewTrials_WarmUpFollows() => Read("--trials=2").WarmUp.ShouldBe(1);

    [Theory]
    [InlineData("--db=oracle", "--db: 'oracle' is not known; it is one of sqlite, postgres")]
    [InlineData("--db=sqlite,sqlite", "--db: sqlite is given twice")]
    [InlineData("--db=sqlite,", "--db: 'sqlite,' has an empty entry")]
    [InlineData("--client=wire", "--client: sqlite has none of wire; it has driver")]
    [InlineData("--client=driver,fast", "--client: 'fast' is not known to sqlite")]
    [InlineData("--durability=on", "--durability: sqlite has none of on; it has full, normal")]
    [InlineData("--sources=0", "--sources: '0' is not a number of sources")]
    [InlineData("--sources=1025", "--sources: '1025'")]
    [InlineData("--sources=5+", "--sources: '5+'")]
    [InlineData("--sources=8,8", "--sources: 8 is given twice")]
    [InlineData("--records=0", "--records: 0 is out of range; it is 1 to 1,000,000,000")]
    [InlineData("--records=-5", "--records: -5 is out of range; it is 1 to 1,000,000,000")]
    [InlineData("--records=-5..10", "--records: '-5..10' is not a range")]
    [InlineData("--records=many", "--records: 'many' is not a whole number")]
    [InlineData("--batch=1000001", "--batch: 1000001 is out of range")]
    [InlineData("--in-flight=1025", "--in-flight: 1025 is out of range")]
    [InlineData("--values=1001", "--values: 1001 is out of range")]
    [InlineData("--db=cassandra --nodes=0", "--nodes: 0 is out of range; it is 1 to 16")]
    [InlineData("--db=cassandra --nodes=4,4", "--nodes: 4 is given twice")]
    [InlineData("--nodes=1", "--nodes: no cluster of sqlite can be started; leave the option out")]
    [InlineData("--db=cassandra,sqlite --nodes=4", "--nodes: no cluster of sqlite can be started")]
    [InlineData("--db=cassandra --nodes=1,13", "--nodes: a cluster of cassandra has at most 12 nodes; give fewer")]
    [InlineData("--trials=0", "--trials: '0'")]
    [InlineData("--trials=1001", "--trials: '1001'")]
    [InlineData("--warmup=13", "--warmup: '13' is not a whole number from 0 to 12")]
    [InlineData("--order=random", "--order: 'random' is not known; it is one of interleaved, rising, shuffled")]
    [InlineData("--seed=-1", "--seed: '-1'")]
    [InlineData("--confidence=1", "--confidence: '1'")]
    [InlineData("--confidence=0.5", "--confidence: '0.5' is not a number from 0.8 to 0.999")]
    [InlineData("--confidence=NaN", "--confidence: 'NaN'")]
    [InlineData("--study=5", "--study: '5'")]
    [InlineData("--retries=101", "--retries: '101'")]
    [InlineData("--retry-delay=31", "--retry-delay: '31'")]
    [InlineData("--request-timeout=0", "--request-timeout: '0'")]
    [InlineData("--on-bad-row=skip", "--on-bad-row: there is no input to read")]
    [InlineData("--input-options=a=b", "--input-options: there is no input to read")]
    [InlineData("--endpoint=postgres=x --db=sqlite,postgres --endpoint=y", "--endpoint: 'y' does not say which database")]
    [InlineData("--find=p99:50ms --rate=1k", "--rate: with --find, the search chooses the rates")]
    [InlineData("--find=p99:50ms --rate=none", "--rate: with --find, the search chooses the rates")]
    [InlineData("--find=p99:50ms --study=4 --db=maria --client=driver", "--find: the search chooses the rates, and a protocol")]
    [InlineData("--find=p99:50ms --isolate", "--isolate: with --find, a search measures on one deployment")]
    [InlineData("--ab=batch --batch=1,2 --isolate", "--ab: pairs fix the order and the number of trials; leave --isolate out")]
    [InlineData("--db=maria --endpoint=h --blocks=2", "--blocks: maria is where --endpoint or --cluster says")]
    [InlineData("--db=maria --endpoint=h --isolate", "--isolate: maria is where --endpoint or --cluster says")]
    [InlineData("--password-file=nowhere", "--password-file: nowhere cannot be read")]
    public void Read_BadValue_IsOneLineWithOptionAndRemedy(string arguments, string message)
    {
        var exception = Should.Throw<UsageException>(() => Read(arguments.Split(' ')));
        exception.Messages.ShouldHaveSingleItem().ShouldStartWith(message, Case.Sensitive);
        exception.Message.ShouldNotContain("\n");
        exception.Message.ShouldEndWith(".");
    }

    [Fact]
    public void Read_SeveralBadValues_NamesThemAll() =>
        Should.Throw<UsageException>(() => Read("--db=x", "--records=x", "--trials=x")).Messages.Count.ShouldBe(3);

    [Theory]
    [InlineData("--on-bad-row=skip", "--input-options=a=b")]
    [InlineData("--server-memory=512M", "--server-cpus=1")]
    public void Read_TwoOptionsThatAreOfNoUseAlike_NamesBoth(params string[] options) =>
        Should.Throw<UsageException>(() => Read(options)).Messages.Select(message => message.Split(':')[0])
            .ShouldBe(options.Select(option => option.Split('=')[0]), ignoreOrder: true);

    [Theory]
    [InlineData("--sources=1024 --in-flight=8", "--in-flight: 1024 sources with 8 batches in flight")]
    [InlineData("--sources=512 --batch=1000000 --records=1M", "--batch: the batches of 512 sources")]
    [InlineData("--records=1..1000 --batch=1..20", "axes: the lists multiply to 20,000 points")]
    [InlineData("--db=lonely --sources=5+3",
        "--sources: lonely cannot be written by several processes as 5+3 asks; write --sources 8")]
    public void Read_TooMuchTogether_IsRefused(string arguments, string message) =>
        Should.Throw<UsageException>(() => Read(arguments.Split(' '))).Messages.ShouldHaveSingleItem().ShouldStartWith(message);

    [Fact]
    public void Read_ClientAxis_AppliesToTheDatabasesThatHaveIt()
    {
        var request = Read("--db=sqlite,cassandra", "--client=wire,driver");
        request.Databases[0].Clients.ShouldBe(["driver"]);
        request.Databases[1].Clients.ShouldBe(["wire", "driver"]);
    }

    [Fact]
    public void Read_NodesAxis_MultipliesThePoints()
    {
        var points = Read("--db=cassandra", "--nodes=1,4", "--records=10,20").Points([9]);

        points.Select(p => p.Nodes).ShouldBe([1, 1, 4, 4]);
        points[^1].Key.ShouldBe(
            "db=cassandra client=wire durability=quorum sources=8 records=20 batch=1000 in_flight=1 values=9 nodes=4");
    }

    [Theory]
    [InlineData("", 7, 1)]
    [InlineData("--retries=3", 3, 1)]
    [InlineData("--retry-delay=0.5", 7, 0.5)]
    public void Read_DatabaseWithRetriesOfItsOwn_HasThemWhereNoOptionReplacesThem(string option, int retries, double delayS)
    {
        var request = Read(["--db=sqlite,lonely", .. option.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
        request.OwnRetries.ShouldHaveSingleItem().ShouldBe(new("lonely", new(retries, delayS)));
    }

    [Fact]
    public void Read_DatabaseWithRetriesOfItsOwnAndBothOptions_HasThoseOfTheOptions()
    {
        var request = Read("--db=lonely", "--retries=5", "--retry-delay=0.2");
        request.OwnRetries.ShouldBeEmpty();
        (request.Retries, request.RetryDelayS).ShouldBe((5, 0.2));
    }

    internal static SweepRequest Read(params string[] arguments) => Read(static _ => null, arguments);

    internal static SweepRequest Read(Func<string, string?> environment, params string[] arguments) =>
        new SweepRequestReader(DescribedDatabase.Catalogue, environment).Read((RunOptions)CommandReader.Read(arguments).Options!);

    private static SweepConfiguration Stored(IReadOnlyList<Point> points) => new()
    {
        Points = points,
        Trials = 13,
        WarmUp = 3,
        Order = SweepOrder.Interleaved,
        Seed = 1,
        Workload = "synthetic",
        WorkloadFacts = new Dictionary<string, string>(StringComparer.Ordinal),
        Endpoints = new Dictionary<string, string>(StringComparer.Ordinal),
        Retries = 5,
        RetryDelayS = 0.2,
        RequestTimeoutS = 90,
        Confidence = 0.95,
    };

    private static SourceLayout Layout(string text) => SourceLayout.TryParse(text, out var layout) ? layout
        : throw new ArgumentException(text);
}
