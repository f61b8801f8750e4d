using System.Diagnostics;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Via;

/// <summary>
/// Sends requests of every kind to a service that has just started, so that a trial does not measure how it compiles its code
/// and opens its connections. The records have sequence numbers that no trial has, and are deleted again.
/// <see cref="ViaServiceTarget"/> runs it outside of the timed part.
/// </summary>
/// <param name="open">Opens a writer of the service for a source.</param>
/// <param name="table">The table of the trial.</param>
/// <param name="sequences">Sequence numbers that the database can store, from 0.</param>
internal sealed class ServiceWarmUp(Func<int, IBatchWriter> open, TrialTable table, long sequences)
{
    /// <summary>Clients at once, as many connections as a service has by the studies.</summary>
    private const int MostClients = 10;

    /// <summary>How often each client creates and deletes its record: each time leaves a dead row in some databases.</summary>
    private const int Cycles = 5;

    private const int ReadsPerCycle = 6;

    /// <summary>Above every record of a trial.</summary>
    private const long FirstSequence = 2_000_000_000;

    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan LongestCleaning = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(50);

    /// <summary>Sends the requests, and returns when the records are gone.</summary>
    /// <param name="cancellation">Abandons it.</param>
    /// <exception cref="TargetException">The service or its database refuses a request.</exception>
    public void Run(CancellationToken cancellation)
    {
        var begun = Stopwatch.StartNew();
        Task[] clients = [.. Enumerable.Range(0, Math.Clamp(table.Lanes, 1, MostClients)).Select(client => Task.Factory.StartNew(
            () => Send(client, begun, cancellation), CancellationToken.None, TaskCreationOptions.LongRunning,
            TaskScheduler.Default))];
        try
        {
            Task.WaitAll(clients, CancellationToken.None);
        }
        catch (AggregateException failures)
        {
            cancellation.ThrowIfCancellationRequested();
            var first = failures.InnerExceptions[0];
            throw new TargetException($"The service cannot be warmed up: {first.Message}", first);
        }
    }

    private void Send(int client, Stopwatch begun, CancellationToken cancellation)
    {
        int source = client % table.Sources;
        long sequence = Math.Min(FirstSequence, sequences - MostClients) + client;
        using var writer = open(source);
        var calls = (IRecordOperations)writer;
        var record = RecordOf(source, sequence);
        for (int cycle = 0; cycle < Cycles; cycle++)
        {
            Try(writer, record, static (writer, record) => writer.Write(record));
            for (int read = 0; read < ReadsPerCycle; read++)
            {
                Try(calls, record, Read);
            }

            Try(calls, record, static (calls, record) => calls.Update(record));

            // Code that is called often is compiled once more, after a while.
            while (cycle == Cycles - 1 && begun.Elapsed < Shortest)
            {
                cancellation.ThrowIfCancellationRequested();
                Try(calls, record, Read);
            }

            Remove(calls, record, cancellation);
        }
    }

    private static void Read(IRecordOperations calls, RecordBatch record) =>
        calls.Read(record.Source, record.FirstSequence, Discard.Instance);

    /// <summary>What fails for a moment, as by a conflict, has warmed the service all the same.</summary>
    private static void Try<T>(T calls, RecordBatch record, Action<T, RecordBatch> call)
        where T : class
    {
        try
        {
            call(calls, record);
        }
        catch (BatchWriteException failure) when (failure.IsTransient)
        {
            ((IRecordReads)calls).Restore();
        }
    }

    /// <summary>Deletes the record, however its creation ended: one that stayed would fail the audit.</summary>
    private static void Remove(IRecordOperations calls, RecordBatch record, CancellationToken cancellation)
    {
        var begun = Stopwatch.StartNew();
        while (true)
        {
            cancellation.ThrowIfCancellationRequested();
            try
            {
                calls.Delete(record.Source, record.FirstSequence);
                return;
            }
            catch (BatchWriteException failure) when (failure.IsTransient && begun.Elapsed < LongestCleaning)
            {
                calls.Restore();
                cancellation.WaitHandle.WaitOne(BetweenAttempts);
            }
        }
    }

    private RecordBatch RecordOf(int source, long sequence)
    {
        var record = new RecordBatch(table.Schema, 1);
        record.Reset(source, sequence, 1);
        record.Timestamps[0] = new DateTimeOffset(2014, 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds() * 1000;
        record.Qualities[0] = 0;
        Array.Fill(record.Values, 1);
        return record;
    }

    /// <summary>Takes records and keeps none.</summary>
    private sealed class Discard : IRecordReceiver
    {
        public static readonly Discard Instance = new();

        public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
        {
        }
    }
}
