using System.Diagnostics;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Via;

/// <summary>
/// Sends inserts, reads, updates and deletions to a service before a trial, so that the trial does not measure how the service
/// compiles its code and opens its connections. The records have sequence numbers that no trial uses, and are deleted again: a
/// record that stayed would fail the audit. <see cref="ViaServiceTarget"/> and <see cref="RemoteServiceTarget"/> run it outside
/// of the timed part.
/// </summary>
/// <param name="open">Opens a writer of the service for a source. The writer must be an <see cref="IRecordOperations"/>.</param>
/// <param name="table">The table of the trial.</param>
/// <param name="sequences">Number of sequence numbers that the database can store, from 0.</param>
internal sealed class ServiceWarmUp(Func<int, IBatchWriter> open, TrialTable table, long sequences)
{
    /// <summary>Most concurrent clients. The services of the studies have as many connections to their store.</summary>
    private const int MostClients = 10;

    /// <summary>How often each client creates and deletes its record. Some databases keep a dead row each time.</summary>
    private const int Cycles = 5;

    private const int ReadsPerCycle = 6;

    /// <summary>First sequence number, above those of every trial and of <see cref="StoreProof"/>.</summary>
    private const long FirstSequence = 2_000_000_000;

    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan LongestCleaning = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(50);

    /// <summary>Sends requests for at least 1.5 s, and returns when all records are deleted.</summary>
    /// <param name="cancellation">Abandons the warm-up. Records may stay.</param>
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
            bool isThere = Try(writer, record, static (writer, record) => writer.Write(record));
            for (int read = 0; read < ReadsPerCycle; read++)
            {
                Try(calls, record, Read);
            }

            // The service refuses the update of a record that it does not find, which is no transient failure.
            if (isThere)
            {
                Try(calls, record, static (calls, record) => calls.Update(record));
            }

            // The runtime compiles frequent code a second time, after a while.
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

    /// <summary>Runs a call. Ignores a transient failure such as a conflict, because the call warmed the service.</summary>
    /// <returns>True if the call succeeded.</returns>
    private static bool Try<T>(T calls, RecordBatch record, Action<T, RecordBatch> call)
        where T : class
    {
        try
        {
            call(calls, record);
            return true;
        }
        catch (BatchWriteException failure) when (failure.IsTransient)
        {
            ((IRecordReads)calls).Restore();
            return false;
        }
    }

    /// <summary>Deletes the record, whether or not its creation succeeded. Tries again for up to 30 s.</summary>
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

    /// <summary>Ignores all records.</summary>
    private sealed class Discard : IRecordReceiver
    {
        public static readonly Discard Instance = new();

        public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
        {
        }
    }
}
