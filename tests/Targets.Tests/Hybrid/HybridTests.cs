using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Hybrid;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Sqlite;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Tests.Hybrid;

/// <summary>
/// The join of both sides, tried on two SQLite files: a hybrid of one database with itself is refused to users, but is the
/// shortest way to spoil either side behind its back.
/// </summary>
public sealed class HybridTests : IDisposable
{
    private const int Sources = 3;
    private const int Batch = 100;
    private const int Records = 950;

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-hybrid-").FullName;
    private readonly PatternWorkload _workload = new(4);
    private readonly TrialTable _table;
    private readonly HybridTarget _target;

    public HybridTests()
    {
        _table = Trial.Table(_workload, Sources, Records);
        _target = new HybridTarget("sqlite+sqlite", new SqliteDefinition()
            .Contracts[0], new("control", Open("control")), new("records", Open("records")));
        _target.Prepare(_table);
    }

    public static TheoryData<string, string, string> Spoilt => new()
    {
        { "control", "DELETE FROM {0} WHERE source = 1 AND sequence = 301",
            "source 1: 100 records have no row of control data, the first is 300" },
        { "control", "DELETE FROM {0} WHERE source = 1 AND sequence = 0",
            "source 1: it is registered 0 times in the control data" },
        { "control", "INSERT INTO {0} SELECT * FROM {0} WHERE source = 2 AND sequence = 901",
            "source 2: 50 records have more than one row of control data, the first is 900" },
        { "control", "UPDATE {0} SET source = 9 WHERE source = 0 AND sequence = 1",
            "1 rows of control data are of sources that the trial does not have" },
        { "control", "UPDATE {0} SET records = 99 WHERE source = 0 AND sequence = 1",
            "source 0: 1 records have no row of control data, the first is 99" },
        { "control", "UPDATE {0} SET records = 101 WHERE source = 0 AND sequence = 1",
            "source 0: 1 records have more than one row of control data, the first is 100" },
        { "control", "UPDATE {0} SET records = 51 WHERE source = 0 AND sequence = 901",
            "source 0: 1 rows of control data promise records that were never sent, the first is 900" },
        { "control", "UPDATE {0} SET file = file + 1 WHERE source = 0 AND sequence = 1",
            "1 rows of control data contradict themselves" },
        { "control", "UPDATE {0} SET timestamp = timestamp + 1 WHERE source = 0 AND sequence = 101",
            "1 rows of control data have another time than the first record of their batch" },
        { "records", "DELETE FROM {0} WHERE source = 2 AND sequence = 500",
            "source 2: 1 records that the control data promise are missing, the first is 500" },
        { "records", "DELETE FROM {0} WHERE source = 2 AND sequence = 500",
            "source 2: 1 acknowledged records are missing, the first is 500" },
        { "records", "UPDATE {0} SET sequence = 5000 WHERE source = 2 AND sequence = 500",
            "1 rows have a source or sequence number that was never sent, or were deleted" },
    };

    [Fact]
    public void Audit_BothSidesWhole_Passes()
    {
        Trial.WriteAll(_target, _workload, _table, Batch);

        var audit = Trial.Audit(_target, _workload, _table);

        audit.Findings.ShouldBeEmpty();
        audit.StoredRecords.ShouldBe(Sources * Records);
        Ask("control", "SELECT count(*) FROM {0}").ShouldBe(Sources * (1 + ((Records + Batch - 1) / Batch)));
    }

    [Theory]
    [MemberData(nameof(Spoilt))]
    public void Audit_OneSideSpoilt_SaysWhat(string side, string statement, string finding)
    {
        Trial.WriteAll(_target, _workload, _table, Batch);
        Trial.Audit(_target, _workload, _table).Findings.ShouldBeEmpty();

        Ask(side, statement + " RETURNING 1").ShouldBe(1);

        var audit = Trial.Audit(_target, _workload, _table);
        audit.Passed.ShouldBeFalse();
        audit.Findings.ShouldContain(finding);
    }

    /// <summary>The audit gives up a database that shows no progress, and one whose answer does not end.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Audit_RowsOfEitherSide_AreProgressAndBounded(bool isControl)
    {
        var audit = new StoredContent(4, Records, [[]]);
        var control = new ControlContent(audit);
        StoredContent side = isControl ? control : new JoinedContent(audit, control, mayLack: false);
        using var part = side.OpenPartition();
        void Add(int rows)
        {
            for (int row = 0; row < rows; row++)
            {
                part.Add(source: 9, sequence: 1, timestamp: 0, quality: 0, [1, 2, 3, 4]);
            }
        }

        Add(StoredPartition.ProgressRows);

        side.RowsRead.ShouldBe(StoredPartition.ProgressRows);
        audit.RowsRead.ShouldBe(StoredPartition.ProgressRows);
        Should.Throw<TooManyRowsException>(() => Add(200_000));
    }

    [Fact]
    public void Audit_UnacknowledgedBatchOnOneSideOnly_IsNoFault()
    {
        Trial.WriteAll(_target, _workload, _table, Batch);
        Ask("control", "DELETE FROM {0} WHERE source = 1 AND sequence = 301 RETURNING 1");
        IReadOnlyList<SequenceRange>[] unacknowledged = [[], [new SequenceRange(300, 100)], []];

        var audit = Core.Trials.Auditor.Run(_target, new ExpectedContent(_workload), _table, unacknowledged,
            CancellationToken.None);

        audit.Findings.ShouldBeEmpty();
        audit.UnacknowledgedRecords.ShouldBe(100);
    }

    /// <summary>The audit does not step through all sequence numbers that the lost source may have used.</summary>
    [Fact]
    public async Task Audit_LostSourceOfAMix_IsNotJudged()
    {
        Trial.WriteAll(_target, _workload, _table, Batch);
        Ask("control", "DELETE FROM {0} WHERE source = 1 AND sequence = 301 RETURNING 1");
        OperationMix.TryParse("read=1", out var mix).ShouldBeTrue();
        var (lost, _) = OperationReplay.Of(
            _workload, new OperationRequest(mix!, 1, Lanes: 1, Batch, Records), source: 1, [], CancellationToken.None);
        SourceExtent whole = new(Records, []);
        var expected = new ExpectedContent(_workload);

        var audit = await Task.Run(() => Core.Trials.Auditor.Run(
            _target, 4, [whole, lost, whole],
            source => source == 1 ? 0 : expected.Checksum(source, whole, CancellationToken.None), CancellationToken.None))
            .WaitAsync(TimeSpan.FromMinutes(2));

        audit.Findings.ShouldBeEmpty();
        (audit.StoredRecords, audit.UnacknowledgedRecords).ShouldBe((2 * Records, Records));
    }

    /// <summary>Couchbase reads each record by its key, and counts the keys of others.</summary>
    [Fact]
    public void Audit_DatabaseThatReadsByExtents_ReadsThemAndTellsOfForeignKeys()
    {
        using var target = new HybridTarget("sqlite+sqlite", new SqliteDefinition()
            .Contracts[0], new("control", Open("control3")), new("records", new KeyReader(Open("records3"))));
        target.Prepare(_table);
        Trial.WriteAll(target, _workload, _table, Batch);

        var audit = Trial.Audit(target, _workload, _table);

        (audit.StoredRecords, audit.ForeignRecords).ShouldBe((Sources * Records, 7));
        audit.Findings.ShouldHaveSingleItem().ShouldStartWith("7 rows have a source or sequence number that was never sent");
    }

    /// <summary>A database may find by itself that something is wrong, in the control data as in the records.</summary>
    [Theory]
    [InlineData("control")]
    [InlineData("records")]
    public void Audit_DatabaseThatFindsAMismatch_PassesItOn(string side)
    {
        HybridPart Part(string name) => new(name, new Critic(Open(name + "4"), name == side));
        using var target = new HybridTarget("sqlite+sqlite", new SqliteDefinition()
            .Contracts[0], Part("control"), Part("records"));
        target.Prepare(_table);
        Trial.WriteAll(target, _workload, _table, Batch);

        var audit = Trial.Audit(target, _workload, _table);

        audit.Passed.ShouldBeFalse();
        audit.Findings.ShouldHaveSingleItem().ShouldBe("A page is damaged.");
    }

    /// <summary>Lanes give up, and idle servers are counted, by what each database says of its own server.</summary>
    [Fact]
    public void Servers_OfBoth_AreToldOf()
    {
        _target.ServerFault.ShouldBeNull();
        _target.ServerMemoryBytes.ShouldBeNull();
        using var target = new HybridTarget("sqlite+sqlite", new SqliteDefinition().Contracts[0],
            new("control", new Critic(Open("control5")) { Memory = 2, Fault = "Its disk is full." }),
            new("records", new Critic(Open("records5")) { Memory = 5, Fault = "It has ended." }));
        target.ServerMemoryBytes.ShouldBe(7L);
        target.ServerFault.ShouldBe("Its disk is full.");
        using var half = new HybridTarget("sqlite+sqlite", new SqliteDefinition().Contracts[0],
            new("control", Open("control6")),
            new("records", new Critic(Open("records6")) { Memory = 5, Fault = "It has ended." }));
        half.ServerMemoryBytes.ShouldBe(5L);
        half.ServerFault.ShouldBe("It has ended.");
    }

    /// <summary>A sum without the server that nobody reads would be too small.</summary>
    [Fact]
    public void OpenReaders_OnePartElsewhere_IsNotMeasured()
    {
        using var target = new HybridTarget("sqlite+sqlite", new SqliteDefinition()
            .Contracts[0], new("control", Open("control7")), new("records", new Elsewhere(Open("records7"))));

        target.OpenReaders().Select(reader => reader.IsMeasured).ShouldBe([true, false]);
    }

    [Fact]
    public void Clean_ControlDataOutOfReach_StillDropsTheRecords()
    {
        var records = new Kept(Open("records8"), isOutOfReach: false);
        using var target = new HybridTarget("sqlite+sqlite", new SqliteDefinition().Contracts[0],
            new("control", new Kept(Open("control8"), isOutOfReach: true)), new("records", records));
        target.Prepare(_table);

        Should.Throw<TargetException>(() => target.Clean());

        records.IsClean.ShouldBeTrue();
    }

    [Fact]
    public void MeasureSpace_OfBoth_IsTheSumOfItsParts()
    {
        var baseline = _target.MeasureSpace();
        Trial.WriteAll(_target, _workload, _table, Batch);
        _target.Settle(CancellationToken.None);

        var net = _target.MeasureSpace().Since(baseline);

        net.Parts!.Keys.ShouldBe(["control", "records"]);
        net.StoredBytes.ShouldBe(net.Parts.Values.Sum(part => part.StoredBytes));
        net.Parts["records"].StoredBytes.ShouldBeGreaterThan(net.Parts["control"].StoredBytes);
        net.ShouldBe(_target.MeasureSpace().Since(baseline));
    }

    [Fact]
    public void Run_RecordsStoredInPart_AreMadeWholeWithOneRowEach()
    {
        var torn = new TornTarget(Open("torn"));
        using var target = new HybridTarget("sqlite+sqlite", new SqliteDefinition()
            .Contracts[0], new("control", Open("control2")), new("records", torn));
        var point = new Point
        {
            Database = "sqlite+sqlite",
            Client = "any",
            Durability = "any",
            Sources = SourceLayout.Single(Sources),
            RecordsPerSource = 900,
            Batch = Batch,
            InFlight = 1,
            Values = 4,
        };

        var result = new TrialRunner(new IngestPipeline(), new RetryOptions(2, TimeSpan.FromMilliseconds(10)),
            new QuietObserver())
        { IsMeasured = false }.Run(
            new ScheduledTrial(0, point, 1, WarmUp: false), target, _workload, new ExpectedContent(_workload), keepData: false,
                CancellationToken.None);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        torn.Torn.ShouldBe(9);
        result.Audit!.Findings.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("sqlite+sqlite", "two different databases")]
    [InlineData("cassandra+sqlite", "write sqlite+cassandra")]
    [InlineData("sqlite+null", "stores nothing")]
    [InlineData("sqlite+postgres+cassandra", "composed of two databases")]
    [InlineData("sqlite+dbase", "no such database")]
    public void Find_ImpossibleHybrid_IsRefusedWithTheRemedy(string name, string said) =>
        Should.Throw<ArgumentException>(() => TargetCatalog.Find(name)).Message.ShouldContain(said);

    [Fact]
    public void Find_Hybrid_HasTheWeakerPromise()
    {
        var hybrid = TargetCatalog.Find("SQLite+Postgres");

        hybrid.Name.ShouldBe("sqlite+postgres");
        hybrid.Model.ShouldBe(DataModel.Mixed);
        hybrid.Contract("off").Survives.ShouldBe(Survival.Nothing);
        hybrid.Contract(null).Survives.ShouldBe(Survival.PowerLoss);
    }

    [Theory]
    [InlineData("local", true)]
    [InlineData("in-process", false)]
    public void HidesServer_PartWithoutAProcess_IsTrueUnlessItRunsInThisProcess(string placement, bool isHidden)
    {
        using var hybrid = new HybridTarget("sqlite+sqlite", new SqliteDefinition().Contracts[0],
            new("control", Open("first")),
            new("records", new Described(Open("second"), found => found with { Placement = placement })));

        hybrid.HidesServer(CancellationToken.None).ShouldBe(isHidden);
    }

    /// <summary>A server may be another product than its definition names, as Babelfish in place of SQL Server.</summary>
    [Fact]
    public void Describe_LicenceNoticeOfOneServer_LeavesThatOfTheOther()
    {
        var records = new Described(Open("records9"), found => found with { LicenceNotice = "B is free." });
        using var hybrid = new HybridTarget("sqlite+sqlite", new SqliteDefinition().Contracts[0],
            new("control", Open("control9")) { LicenceNotice = "Ask A." }, new("records", records) { LicenceNotice = "Ask B." });

        hybrid.Describe().LicenceNotice.ShouldBe("Ask A. B is free.");
    }

    public void Dispose()
    {
        _target.Dispose();
        _workload.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private ITarget Open(string side) => new SqliteDefinition()
        .Open(new TargetOptions { WorkFolder = _folder, Endpoint = Path.Combine(_folder, side + ".db") });

    private long Ask(string side, string statement)
    {
        using var connection = new SqliteConnection($"Data Source={Path.Combine(_folder, side + ".db")};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = string.Format(System.Globalization.CultureInfo.InvariantCulture, statement, SqliteTable.Name);
        return (long)command.ExecuteScalar()!;
    }

    /// <summary>A database that is asked for each record of the extents, and has seven keys of others.</summary>
    private sealed class KeyReader(ITarget inner) : ForwardingTarget(inner)
    {
        public override void Audit(StoredContent audit, CancellationToken cancellation)
        {
            if (audit.Extents.Sum(extent => extent.Records) == Sources * Records)
            {
                Inner.Audit(audit, cancellation);
            }

            audit.AddHashed(source: -1, 0, 7, 0);
        }
    }

    /// <summary>A database that tells of its server, and may find a mismatch by itself.</summary>
    private sealed class Critic(ITarget inner, bool finds = false) : ForwardingTarget(inner)
    {
        public long? Memory { get; init; }

        public string? Fault { get; init; }

        public override long? ServerMemoryBytes => Memory;

        public override string? ServerFault => Fault;

        public override void Audit(StoredContent audit, CancellationToken cancellation)
        {
            Inner.Audit(audit, cancellation);
            if (finds)
            {
                audit.AddFinding("A page is damaged.");
            }
        }
    }

    private sealed class Kept(ITarget inner, bool isOutOfReach) : ForwardingTarget(inner)
    {
        public bool IsClean { get; private set; }

        public override void Clean(CancellationToken cancellation = default)
        {
            if (isOutOfReach)
            {
                throw new TargetException("The server does not answer.", isUnreachable: true);
            }

            Inner.Clean(cancellation);
            IsClean = true;
        }
    }

    private sealed class Described(ITarget inner, Func<TargetDescription, TargetDescription> change) : ForwardingTarget(inner)
    {
        public override TargetDescription Describe(CancellationToken cancellation = default) =>
            change(Inner.Describe(cancellation));
    }

    private sealed class Elsewhere(ITarget inner) : ForwardingTarget(inner)
    {
        public override IReadOnlyList<IResourceReader> OpenReaders() => [new UnmeasuredReader()];
    }
}
