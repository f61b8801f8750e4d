using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Trials;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Hybrid;
using DbIngest.Targets.Sqlite;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Tests.Hybrid;

/// <summary>Questions about time ranges to a hybrid of two SQLite files: the records answer them, and have the index.</summary>
public sealed class HybridQueriesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-hybrid-queries-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Every answer is computed again, so that one from control data would make the trial invalid.</summary>
    [Theory]
    [InlineData(TableIndex.Key)]
    [InlineData(TableIndex.Time)]
    [InlineData(TableIndex.None)]
    public void Run_QuestionsBesideTheLoad_AreAnsweredFromTheRecords(string index)
    {
        using var target = new HybridTarget(
            "sqlite+sqlite", new SqliteDefinition().Contracts[0], Part("control"), Part("records"));
        using var workload = new EveryTenSeconds();
        ProbeRate.TryParse("200/s", out var questions).ShouldBeTrue();
        var point = new Point
        {
            Database = "sqlite+sqlite",
            Client = "any",
            Durability = "any",
            Sources = SourceLayout.Single(3),
            RecordsPerSource = 100_000,
            Batch = 100,
            InFlight = 1,
            Values = 2,
            DurationS = 1.5,
            Rate = ArrivalRate.Total(6000, isPoisson: false),
            Queries = questions,
        };

        point = point with { Axes = point.Axes.With(SweepAxes.Index, index) };
        var runner = new TrialRunner(
            new IngestPipeline(), new RetryOptions(2, TimeSpan.FromMilliseconds(10)), new QuietObserver())
        {
            IsMeasured = false,
        };

        var result = runner.Run(new ScheduledTrial(0, point, 1, WarmUp: false), target, workload, new ExpectedContent(workload),
            keepData: true, CancellationToken.None);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit.ShouldNotBeNull().Findings.ShouldBeEmpty();
        var kinds = result.Queries.ShouldNotBeNull();
        kinds.Select(kind => kind.Kind).ShouldBe(Enum.GetValues<TimeQueryKind>());
        kinds.ShouldAllBe(kind => kind.Response != null && kind.Errors == 0 && kind.Behind == 0 && kind.Records > 0);
        Indexes("records").ShouldBe(index switch { TableIndex.Time => 2, TableIndex.Key => 1, _ => 0 });
        Indexes("control").ShouldBe(index == TableIndex.None ? 0 : 1, "no question is about control data");
    }

    [Theory]
    [InlineData("sqlite+postgres", null)]
    [InlineData("postgres+questdb", null)]
    [InlineData("sqlite+cassandra", "cassandra, which has the records, answers none")]
    [InlineData("postgres+neo4j", "neo4j, which has the records, answers none")]
    public void AnswersTimeQueries_OfAHybrid_IsThatOfItsRecords(string name, string? reason)
    {
        var hybrid = TargetCatalog.Find(name);

        hybrid.AnswersTimeQueries.ShouldBe(reason is null);
        (hybrid.NoTimeQueriesReason?.Split(':')[0]).ShouldBe(reason);
    }

    private HybridPart Part(string side) => new(side, new SqliteDefinition()
        .Open(new TargetOptions { WorkFolder = _folder, Endpoint = FileOf(side), Durability = "normal" }))
    {
        FindsRecords = true,
        ReadsWithoutIndex = true,
    };

    private string FileOf(string side) => Path.Combine(_folder, side + ".db");

    private long Indexes(string side)
    {
        using var connection = new SqliteConnection($"Data Source={FileOf(side)};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT count(*) FROM sqlite_schema WHERE type = 'index'";
        return (long)command.ExecuteScalar()!;
    }

    /// <summary>A record every ten seconds, with a missing value now and then.</summary>
    private sealed class EveryTenSeconds : IWorkload
    {
        public string Name => "every ten seconds";

        public RecordSchema Schema { get; } = new([new("a", "V"), new("b", "A")]);

        public IReadOnlyDictionary<string, string> Facts { get; } = new Dictionary<string, string>();

        public IRecordSource Open(int source) => new Stream(source);

        public void Dispose()
        {
        }

        private sealed class Stream(int source) : IRecordSource
        {
            public void Fill(RecordBatch batch, long firstSequence, int count)
            {
                batch.Reset(source, firstSequence, count);
                for (int row = 0; row < count; row++)
                {
                    long sequence = firstSequence + row;
                    batch.Timestamps[row] = 1_767_225_600_000_000 + (sequence * 10_000_000);
                    batch.Qualities[row] = 0;
                    batch.Column(0)[row] = (sequence * 7919 % 1000) + source;
                    batch.Column(1)[row] = sequence % 7 == 0 ? double.NaN : -sequence % 77 / 3.0;
                }
            }

            public void Dispose()
            {
            }
        }
    }
}
