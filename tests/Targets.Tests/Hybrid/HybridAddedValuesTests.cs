using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.LateRecords;
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

/// <summary>Values that are added to a hybrid of two SQLite files: records get them, and control data stays as it is.</summary>
public sealed class HybridAddedValuesTests : IDisposable
{
    private static readonly RetryOptions Retry = new(2, TimeSpan.FromMilliseconds(10));

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-hybrid-added-").FullName;
    private readonly PatternWorkload _inner = new(3);

    public void Dispose()
    {
        _inner.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>
    /// The second trial begins with a table without the values. Another process that attaches afterwards, as verify does, finds
    /// which records have them.
    /// </summary>
    [Fact]
    public void Run_AddedValues_AreInTheRecordsAlone()
    {
        var point = PointOfTheTrials();
        using var workload = new StreamWorkloads().Of(_inner, point, seed: 5, records: point.RecordsPerSource);
        TrialResult result;
        using (var target = OpenHybrid())
        {
            Run(target, workload, point, trial: 1);
            result = Run(target, workload, point, trial: 2);
        }

        Ask("records", "SELECT count(*) FROM {0} WHERE added_2 IS NOT NULL").ShouldBe(result.Addition!.Records);
        Ask("control", "SELECT count(*) FROM pragma_table_info('{0}') WHERE name LIKE 'added%'").ShouldBe(0);
        Ask("control", "SELECT count(*) FROM {0}").ShouldBe(3 + (result.AcknowledgedRecords / point.Batch));

        using var later = OpenHybrid();
        later.Attach(IngestRequest.Of(point, 0, Retry).WholeTableOf(workload.Schema));
        FindingsOf(later, workload, result, shift: 0).ShouldBeEmpty();
        FindingsOf(later, workload, result, shift: 1).Count.ShouldBe(3, "each source has one record with values too many");
    }

    [Theory]
    [InlineData("sqlite+postgres", true)]
    [InlineData("ado+sqlite", true)]
    [InlineData("postgres+cassandra", true)]
    [InlineData("sqlite+ado", false)]
    public void AddsValues_OfAHybrid_IsThatOfItsRecords(string name, bool adds) =>
        TargetCatalog.Find(name).AddsValues.ShouldBe(adds);

    private static TrialResult Run(HybridTarget target, IWorkload workload, Point point, int trial)
    {
        var runner = new TrialRunner(new IngestPipeline(), Retry, new QuietObserver()) { IsMeasured = false };
        var result = runner.Run(new ScheduledTrial(trial - 1, point, trial, WarmUp: false), target, workload,
            new ExpectedContent(workload), keepData: true, CancellationToken.None);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit.ShouldNotBeNull().Findings.ShouldBeEmpty();
        result.Addition.ShouldNotBeNull().Happened.ShouldBeTrue();
        result.Sources.ShouldAllBe(source => source.WholeFrom > 0 && source.WholeFrom < source.ScheduledRecords);
        return result;
    }

    private static IReadOnlyList<string> FindingsOf(HybridTarget target, IWorkload workload, TrialResult result, long shift) =>
        Auditor.Run(target, new ExpectedContent(workload), workload.Schema.ValueCount,
            [.. result.Sources.Select(source => new SourceExtent(source.ScheduledRecords!.Value, [])
            {
                WholeFrom = source.WholeFrom!.Value + shift,
            })],
            CancellationToken.None).Findings;

    /// <summary>A rate makes the trial last, so that records come before and after the addition on any machine.</summary>
    private static Point PointOfTheTrials()
    {
        AddedValues.TryParse("2@0.5s", out var added).ShouldBeTrue();
        return new Point
        {
            Database = "sqlite+sqlite",
            Client = "any",
            Durability = "any",
            Sources = SourceLayout.Single(3),
            RecordsPerSource = 1_000_000,
            Batch = 50,
            InFlight = 2,
            Values = 3,
            DurationS = 2,
            Rate = ArrivalRate.Total(6000, isPoisson: false),
            AddedValues = added,
        };
    }

    private HybridTarget OpenHybrid() =>
        new("sqlite+sqlite", new SqliteDefinition().Contracts[0], Part("control"), Part("records"));

    private HybridPart Part(string side) => new(side, new SqliteDefinition()
        .Open(new TargetOptions { WorkFolder = _folder, Endpoint = FileOf(side), Durability = "normal" }))
    {
        FindsRecords = true,
        ReadsWithoutIndex = true,
    };

    private string FileOf(string side) => Path.Combine(_folder, side + ".db");

    private long Ask(string side, string query)
    {
        using var connection = new SqliteConnection($"Data Source={FileOf(side)};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = query.Replace("{0}", SqliteTable.Name, StringComparison.Ordinal);
        return (long)command.ExecuteScalar()!;
    }
}
