using System.Collections.Concurrent;
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
/// Trials through a service before SQLite: the audit passes when the service is sound, and finds what a service loses or alters.
/// </summary>
public sealed class ThroughServiceTests : IDisposable
{
    private const int Sources = 2;
    private const long Records = 300;
    private const int Batch = 50;

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-through-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Trial_ThroughASoundService_IsCompleteAndAudited()
    {
        var result = Trial(static (writer, batch) => writer.Write(batch));

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.AcknowledgedRecords.ShouldBe(Sources * Records);
        result.Audit!.StoredRecords.ShouldBe(Sources * Records);
        result.Retries.ShouldBe(0);
    }

    [Fact]
    public void Service_ThatDropsABatchAndAnswers200_IsFound()
    {
        var result = Trial(static (writer, batch) =>
        {
            if (!IsThird(batch))
            {
                writer.Write(batch);
            }
        });

        result.Status.ShouldNotBe(TrialStatus.Complete);
        result.AcknowledgedRecords.ShouldBe(Sources * Records);
        result.Audit!.MissingRecords.ShouldBe(Batch);
    }

    [Fact]
    public void Service_ThatSwapsTwoValues_IsFound()
    {
        var result = Trial(static (writer, batch) =>
        {
            if (IsThird(batch))
            {
                var values = batch.Column(0);
                (values[7], values[8]) = (values[8] + 1, values[7]);
            }

            writer.Write(batch);
        });

        result.Status.ShouldNotBe(TrialStatus.Complete);
        result.Audit!.Passed.ShouldBeFalse();
        result.Audit.StoredRecords.ShouldBe(Sources * Records);
        result.Audit.MissingRecords.ShouldBe(0);
    }

    [Fact]
    public void Service_ThatAnswers200ForAFailedWrite_IsFound()
    {
        var result = Trial(static (writer, batch) =>
        {
            try
            {
                if (IsThird(batch))
                {
                    throw new BatchWriteException("The disk is full.", isTransient: false, isAmbiguous: false);
                }

                writer.Write(batch);
            }
            catch (BatchWriteException)
            {
                // The lie: the service sees a write that succeeded.
            }
        });

        result.Status.ShouldNotBe(TrialStatus.Complete);
        result.Audit!.MissingRecords.ShouldBe(Batch);
    }

    [Fact]
    public void Store_ThatIsAwayForAMoment_IsRetriedAndNothingIsStoredTwice()
    {
        var failed = new ConcurrentDictionary<(int, long), int>();
        var result = Trial((writer, batch) =>
        {
            // The service begins a write once more itself: the third attempt comes by a second request.
            if (IsThird(batch) && failed.AddOrUpdate((batch.Source, batch.FirstSequence), 1, (_, n) => n + 1) <= 3)
            {
                throw new BatchWriteException("The store is away.", isTransient: true, isAmbiguous: false);
            }

            writer.Write(batch);
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Retries.ShouldBeGreaterThan(0);
        result.RetriedRecords.ShouldBe(Batch);
        result.Audit!.DuplicateRecords.ShouldBe(0);
    }

    private static bool IsThird(RecordBatch batch) => batch.Source == 1 && batch.FirstSequence == 2 * Batch;

    private TrialResult Trial(Action<IBatchWriter, RecordBatch> write)
    {
        var sqlite = TargetCatalog.Find("sqlite");
        var options = new TargetOptions { WorkFolder = _folder, Endpoint = Path.Combine(_folder, "served.db") };
        using var target = new Served(sqlite.Open(options), () => new Altered(sqlite.Open(options), write));
        using var workload = new SyntheticWorkload(1, 3);
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
            Via = SweepAxes.ViaService,
        };
        return new TrialRunner(new IngestPipeline(), new RetryOptions(5, TimeSpan.FromMilliseconds(1)), new Silence())
        {
            IsMeasured = false,
        }.Run(new ScheduledTrial(0, point, 1, WarmUp: false), target, workload, new ExpectedContent(workload), keepData: false,
            CancellationToken.None);
    }

    /// <summary>A service in this process, which lives as long as that of a run.</summary>
    private sealed class Served(ITarget inner, Func<ITarget> open) : ServiceClientTarget(inner, TimeSpan.FromSeconds(20))
    {
        private ITarget? _store;
        private ServiceHost? _host;

        public override ServiceAddress? Service => _host is null ? null : new(_host.Address.GetLeftPart(UriPartial.Authority));

        public override void Prepare(TrialTable table, CancellationToken cancellation = default)
        {
            table.IsKeyed.ShouldBeTrue();
            base.Prepare(table, cancellation);
            _store = open();
            _host = ServiceHost.Start(_store, new ServiceOptions
            {
                Database = "sqlite",
                Client = "driver",
                Contract = TargetCatalog.Find("sqlite").DefaultContract,
                Operations = Abstractions.Operations.RecordOperations.ReadsAndWrites,
                Schema = table.Schema,
                Listen = new IPEndPoint(IPAddress.Loopback, 0),
                Connections = table.Lanes,
                Sources = table.Sources,
            }, cancellation);
        }

        public override void Settle(CancellationToken cancellation)
        {
            End();
            base.Settle(cancellation);
        }

        protected override void Dispose(bool disposing)
        {
            End();
            base.Dispose(disposing);
        }

        private void End()
        {
            _host?.Dispose();
            _store?.Dispose();
            (_host, _store) = (null, null);
        }
    }

    /// <summary>A store whose writers do something else than they say.</summary>
    private sealed class Altered(ITarget inner, Action<IBatchWriter, RecordBatch> write) : ForwardingTarget(inner)
    {
        public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
            new Writer(base.OpenWriter(source, cancellation), write);

        private sealed class Writer(IBatchWriter inner, Action<IBatchWriter, RecordBatch> write) : IBatchWriter, IRecordReads
        {
            public bool ServesAnySource => inner.ServesAnySource;

            public void Write(RecordBatch batch) => write(inner, batch);

            public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => inner.Recover(batch, inDoubt);

            public void Read(int source, long sequence, Abstractions.Operations.IRecordReceiver found) =>
                ((IRecordReads)inner).Read(source, sequence, found);

            public void Scan(int source, long first, int count, Abstractions.Operations.IRecordReceiver found) =>
                ((IRecordReads)inner).Scan(source, first, count, found);

            public void Restore() => ((IRecordReads)inner).Restore();

            public void Dispose() => inner.Dispose();
        }
    }
}
