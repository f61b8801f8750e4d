using System.Security.Cryptography;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Via;

/// <summary>
/// Proves that a service writes to the table that this process has prepared: stores a record in the table directly, reads it
/// through the service, and deletes it directly. It must send only reads to the service, whose store may be another user's.
/// <see cref="RemoteServiceTarget"/> runs it before each trial.
/// </summary>
/// <param name="openStore">Opens a writer of the database for source 0. The table is ready.</param>
/// <param name="open">Opens a writer of the service for source 0.</param>
/// <param name="table">The table of the trial.</param>
/// <param name="service">The service, for messages.</param>
internal sealed class StoreProof(Func<IBatchWriter> openStore, Func<IBatchWriter> open, TrialTable table, ServiceAddress service)
{
    /// <summary>A sequence number above those of trials and below those of <see cref="ServiceWarmUp"/>.</summary>
    private const long Sequence = 1_999_999_000;

    /// <summary>Longest wait. A service must find its recreated table first, and reads of some stores lag.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs the proof.</summary>
    /// <param name="cancellation">Abandons the proof. The record is deleted all the same.</param>
    /// <exception cref="TargetException">
    /// The service does not find the record, or the database or the service refuses a call. The message says what to check.
    /// </exception>
    public void Run(CancellationToken cancellation)
    {
        var record = RecordOf(RandomNumberGenerator.GetInt32(int.MaxValue));
        using var direct = openStore();
        try
        {
            direct.Write(record);
            try
            {
                Find(record, cancellation);
            }
            finally
            {
                ((IRecordOperations)direct).Delete(record.Source, record.FirstSequence);
            }
        }
        catch (BatchWriteException failure)
        {
            throw new TargetException("The database does not store and delete the record by which this run finds out whether "
                + $"{service} stands before it: {failure.Message.TrimEnd('.')}. Check that the database of --endpoint still "
                + "answers, and that its login may insert and delete.", failure);
        }
    }

    private void Find(RecordBatch record, CancellationToken cancellation)
    {
        string? fault = null;
        using var through = open();
        var reads = (IRecordReads)through;
        Waiting.Until(
            () =>
            {
                try
                {
                    var found = new Found();
                    reads.Read(record.Source, record.FirstSequence, found);
                    return found.Quality == record.Qualities[0];
                }
                catch (BatchWriteException failure) when (failure.IsTransient)
                {
                    fault = $" It says: {failure.Message}";
                    reads.Restore();
                    return false;
                }
                catch (BatchWriteException failure)
                {
                    throw new TargetException($"The service at {service} refuses to read a record: "
                        + $"{failure.Message.TrimEnd('.')}. Read its log, and start it again with the options of this run.",
                        failure);
                }
            },
            BetweenAttempts,
            Longest,
            () => new TargetException($"The service at {service} does not find a record that this run has stored, so that it "
                + "stands before another store or another table. Name the store of the service by --endpoint, with the options "
                + $"that the service was started with.{fault}"),
            cancellation);
    }

    private RecordBatch RecordOf(int quality)
    {
        var record = new RecordBatch(table.Schema, 1);
        record.Reset(0, Sequence, 1);
        record.Timestamps[0] = new DateTimeOffset(2014, 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds() * 1000;
        record.Qualities[0] = (uint)quality;
        Array.Fill(record.Values, 1);
        return record;
    }

    /// <summary>Keeps the quality of the record that was found.</summary>
    private sealed class Found : IRecordReceiver
    {
        public uint? Quality { get; private set; }

        public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values) =>
            Quality = quality;
    }
}
