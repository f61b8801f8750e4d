using System.Net;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;
using DbIngest.Service.Hosting;
using DbIngest.Service.Settings;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Via;

namespace DbIngest.Service.Tests;

/// <summary>
/// Trials through a service before SQLite that somebody else has started: it is compared with the run by name, has to stand
/// before the run's own table, and may go away.
/// </summary>
public sealed class RemoteServiceTests : IDisposable
{
    private const int Sources = 2;
    private const long Records = 300;
    private const int Batch = 50;
    private const string Key = "0123456789abcdef";

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-remote-").FullName;
    private readonly SyntheticWorkload _workload = new(1, 3);

    public void Dispose()
    {
        _workload.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public void Trials_ThroughTheSameService_AreCompleteAndAuditedEach()
    {
        using var service = Serve("same.db");
        using var target = Open("same.db", service);

        for (int trial = 1; trial <= 2; trial++)
        {
            var result = Trial(target, trial);
            result.Status.ShouldBe(TrialStatus.Complete, result.Error);
            result.Audit!.StoredRecords.ShouldBe(Sources * Records);
        }

        var settings = target.Describe().Settings;
        settings["service"].ShouldEndWith(service.Url);
        settings["service_store_connections"].ShouldBe("3");
    }

    [Fact]
    public void Service_BeforeAnotherStore_IsFoundBeforeAnythingIsSentToIt()
    {
        using var service = Serve("other.db");
        using var target = Open("own.db", service);

        var result = Trial(target, 1);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull();
        result.Error.ShouldContain("does not find a record that this run has stored");
        result.Error.ShouldContain("--endpoint");
        result.AcknowledgedRecords.ShouldBe(0);
        service.Records.ShouldBe(0);
    }

    [Theory]
    [InlineData("its database is sqlite, and the run's is postgres", "postgres", "driver", "normal", 2, 50)]
    [InlineData("its client is driver, and the run's is wire", "sqlite", "wire", "normal", 2, 50)]
    [InlineData("its durability level is normal, and the run's is full", "sqlite", "driver", "full", 2, 50)]
    [InlineData("it takes 8 sources, and the run has 9; start it with a higher --source-limit", "sqlite", "driver", "normal", 9, 50)]
    [InlineData("it takes 100,000 records of a batch, and the run has 100,001", "sqlite", "driver", "normal", 2, 100_001)]
    public void Service_ThatDoesNotFit_IsRefusedByName(
        string fault, string database, string client, string durability, int sources, int batch)
    {
        using var service = Serve("fit.db");
        using var inner = OpenStore("fit.db");

        Should.Throw<ArgumentException>(() => RemoteServiceTarget.Open(inner, service.Address,
            new(database, client, durability, sources, batch, IsWarmedUp: false, Finds: false, TimeSpan.FromSeconds(5)))).Message
            .ShouldContain(fault);
    }

    [Fact]
    public void Service_WithALedger_IsRefusedSinceASecondTrialWouldBeTheFirstSentAgain()
    {
        using var service = Serve("ledger.db", hasLedger: true);
        using var inner = OpenStore("ledger.db");

        Should.Throw<ArgumentException>(() => RemoteServiceTarget.Open(inner, service.Address, Needs())).Message
            .ShouldContain("start it without --promise");
    }

    [Fact]
    public void Values_OfAnotherService_AreNamedWithTheOptionOfServe()
    {
        using var service = Serve("values.db", new RecordSchema([new("temperature", "K")]));
        using var target = Open("values.db", service);

        var result = Trial(target, 1);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error!.ShouldContain("start the service with --columns ");
    }

    [Fact]
    public void Key_ThatIsMissing_IsNamedByItsVariable()
    {
        using var service = Serve("key.db", keys: [new Secret(Key)]);
        using var inner = OpenStore("key.db");

        Should.Throw<TargetException>(() => RemoteServiceTarget.Open(inner, new(service.Url), Needs())).Message
            .ShouldContain("DBINGEST_SERVICE_KEY");
        RemoteServiceTarget.Open(inner, service.Address, Needs()).Describe().Settings["service"].ShouldNotContain(Key);
    }

    [Fact]
    public void Nobody_AtTheAddress_IsUnreachable()
    {
        using var inner = OpenStore("nobody.db");

        Should.Throw<TargetException>(() => RemoteServiceTarget.Open(inner, new("http://127.0.0.1:1"), Needs())).IsUnreachable
            .ShouldBeTrue();
    }

    [Fact]
    public void Service_ThatGoesAwayBetweenTrials_MakesTheNextUnreachableWithItsAddress()
    {
        using var service = Serve("away.db");
        using var target = Open("away.db", service);
        Trial(target, 1).Status.ShouldBe(TrialStatus.Complete);

        service.Dispose();
        var result = Trial(target, 2);

        result.Status.ShouldBe(TrialStatus.Unreachable);
        result.Error!.ShouldContain(service.Url);
    }

    [Fact]
    public void Service_StartedAgainWithOtherConnections_IsRefusedSinceTheResultsNameTheFirst()
    {
        using var first = Serve("again.db");
        using var target = Open("again.db", first);
        Trial(target, 1).Status.ShouldBe(TrialStatus.Complete);

        first.Dispose();
        using var second = Serve("again.db", port: new Uri(first.Url).Port, connections: 4);
        var result = Trial(target, 2);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error!.ShouldContain("--connections 4, and had ");
    }

    private static ServiceDemand Needs() =>
        new("sqlite", "driver", "normal", Sources, Batch, IsWarmedUp: true, Finds: true, TimeSpan.FromSeconds(20));

    private ITarget OpenStore(string file) => TargetCatalog.Find("sqlite").Open(
        new TargetOptions { WorkFolder = _folder, Endpoint = Path.Combine(_folder, file), Durability = "normal" });

    private RemoteServiceTarget Open(string file, Started service) =>
        RemoteServiceTarget.Open(OpenStore(file), service.Address, Needs());

    private Started Serve(string file, RecordSchema? schema = null, IReadOnlyList<Secret>? keys = null,
        bool hasLedger = false, int port = 0, int connections = 3) =>
        new(OpenStore(file), schema ?? _workload.Schema, keys ?? [], hasLedger, port, connections);

    private TrialResult Trial(ITarget target, int number)
    {
        var point = new Point
        {
            Database = "sqlite",
            Client = "driver",
            Durability = "normal",
            Sources = SourceLayout.Single(Sources),
            RecordsPerSource = Records,
            Batch = Batch,
            InFlight = 1,
            Values = 3,
            Via = "http://127.0.0.1:8480",
        };
        return new TrialRunner(new IngestPipeline(), new RetryOptions(5, TimeSpan.FromMilliseconds(1)), new Silence())
        {
            IsMeasured = false,
        }.Run(new ScheduledTrial(0, point, number, WarmUp: false), target, _workload, new ExpectedContent(_workload),
            keepData: false, CancellationToken.None);
    }

    /// <summary>A service that outlives trials.</summary>
    private sealed class Started : IDisposable
    {
        private readonly ITarget _store;
        private readonly ServiceHost _host;

        public Started(
            ITarget store, RecordSchema schema, IReadOnlyList<Secret> keys, bool hasLedger, int port, int connections)
        {
            _store = store;
            _host = ServiceHost.Start(store, new ServiceOptions
            {
                Database = "sqlite",
                Client = "driver",
                Contract = TargetCatalog.Find("sqlite").Contract("normal"),
                Operations = hasLedger ? Abstractions.Operations.RecordOperations.None
                    : Abstractions.Operations.RecordOperations.AllAndFind,
                HasLedger = hasLedger,
                Schema = schema,
                Listen = new IPEndPoint(IPAddress.Loopback, port),
                Connections = connections,
                Sources = 8,
                Keys = keys,
            });
            Url = _host.Address.GetLeftPart(UriPartial.Authority);
            Address = new(Url, keys.Count > 0 ? keys[0] : null);
        }

        public string Url { get; }

        public ServiceAddress Address { get; }

        /// <summary>Records that the service has stored.</summary>
        public long Records
        {
            get
            {
                using var client = new HttpClient();
                string metrics = client.GetStringAsync(new Uri($"{Url}/metrics")).GetAwaiter().GetResult();
                string total = metrics.Split('\n')
                    .First(line => line.StartsWith("dbingest_records_total ", StringComparison.Ordinal));
                return long.Parse(total.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);
            }
        }

        public void Dispose()
        {
            _host.Dispose();
            _store.Dispose();
        }
    }
}
