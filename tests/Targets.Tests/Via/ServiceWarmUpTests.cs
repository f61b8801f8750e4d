using System.Collections.Concurrent;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Via;

namespace DbIngest.Targets.Tests.Via;

/// <summary>Requests that warm a service up leave nothing in the database, whatever fails meanwhile.</summary>
public sealed class ServiceWarmUpTests
{
    private readonly ConcurrentDictionary<(int, long), bool> _rows = new();
    private readonly ConcurrentDictionary<string, int> _calls = new();

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 8)]
    [InlineData(3, 64)]
    public void Run_AnyLanes_CallsAllKindsAndLeavesNothing(int sources, int lanes)
    {
        Run(sources, lanes, static (_, _) => { });

        _rows.ShouldBeEmpty();
        string[] kinds = ["write", "read", "update", "delete"];
        kinds.ShouldAllBe(kind => _calls[kind] >= 5 * Math.Min(lanes, 10));
        _calls["opened"].ShouldBe(Math.Min(lanes, 10));
    }

    /// <summary>A request may fail after the database has stored its record.</summary>
    [Fact]
    public void Run_FailuresOfAMoment_LeaveNothingAndDoNotEndIt()
    {
        Run(2, 4, (kind, count) =>
        {
            if (kind is "wrote" or "update" or "delete" && count % 3 == 0)
            {
                throw new BatchWriteException("Busy.", isTransient: true, isAmbiguous: true);
            }
        });

        _rows.ShouldBeEmpty();
        _calls["restore"].ShouldBePositive();
    }

    /// <summary>The service answers the update of an absent record with 404, which may not be sent again.</summary>
    [Fact]
    public void Run_InsertionFailsForAMoment_UpdatesNoAbsentRecord()
    {
        Run(1, 1, (kind, count) =>
        {
            if (kind == "write" && count == 1)
            {
                throw new BatchWriteException("Busy.", isTransient: true, isAmbiguous: false);
            }

            if (kind == "update" && _rows.IsEmpty)
            {
                throw new BatchWriteException("Source 0 has no record.", isTransient: false, isAmbiguous: false);
            }
        });

        _rows.ShouldBeEmpty();
        _calls["update"].ShouldBe(4);
    }

    [Theory]
    [InlineData("write")]
    [InlineData("read")]
    [InlineData("update")]
    [InlineData("delete")]
    public void Run_Refusal_SaysWhatTheServiceSaid(string refused) =>
        Should.Throw<TargetException>(() => Run(2, 4, (kind, _) =>
        {
            if (kind == refused)
            {
                throw new BatchWriteException("The disk is full.", isTransient: false, isAmbiguous: false);
            }
        })).Message.ShouldContain("The disk is full.");

    [Fact]
    public void Run_Cancelled_Ends()
    {
        using var stop = new CancellationTokenSource();
        Should.Throw<OperationCanceledException>(() => Run(2, 4, (_, _) => stop.Cancel(), stop.Token));
    }

    private void Run(int sources, int lanes, Action<string, int> before, CancellationToken cancellation = default)
    {
        var table = new TrialTable(new PatternWorkload(3).Schema, sources, 1000, IsKeyed: true) { Lanes = lanes };
        new ServiceWarmUp(_ =>
        {
            Count("opened");
            return new Client(this, before);
        }, table, TrialTable.MostSequences).Run(cancellation);
    }

    private int Count(string kind) => _calls.AddOrUpdate(kind, 1, static (_, count) => count + 1);

    /// <summary>A client of a service whose database is a dictionary.</summary>
    private sealed class Client(ServiceWarmUpTests store, Action<string, int> before) : IBatchWriter, IRecordOperations
    {
        public bool IsIdempotent => true;

        public void Write(RecordBatch batch)
        {
            Do("write");
            store._rows[(batch.Source, batch.FirstSequence)] = true;
            Do("wrote");
        }

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => throw new NotSupportedException();

        public void Read(int source, long sequence, IRecordReceiver found) => Do("read");

        public void Scan(int source, long first, int count, IRecordReceiver found) => throw new NotSupportedException();

        public void Update(RecordBatch record) => Do("update");

        public void Delete(int source, long sequence)
        {
            Do("delete");
            store._rows.TryRemove((source, sequence), out _);
        }

        public void Restore() => store.Count("restore");

        public void Dispose()
        {
        }

        private void Do(string kind) => before(kind, store.Count(kind));
    }
}
