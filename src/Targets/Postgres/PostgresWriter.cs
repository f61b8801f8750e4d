using DbIngest.Core.Records;
using DbIngest.Core.Targets;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Writes each batch by one binary COPY, which is one transaction: acknowledged when the server says that the command is complete.
/// </summary>
internal sealed class PostgresWriter : IBatchWriter
{
    private readonly PostgresSessions _sessions;
    private readonly DurabilityContract _contract;
    private readonly CopyEncoder _encoder;
    private readonly int _timeoutMs;
    private PostgresSession? _session;
    private PostgresBackend? _suspect;

    public PostgresWriter(PostgresSessions sessions, DurabilityContract contract, RecordSchema schema)
    {
        _sessions = sessions;
        _contract = contract;
        _encoder = new(schema.ValueCount);
        _timeoutMs = (int)Math.Clamp(sessions.Timeout.TotalMilliseconds, 1, int.MaxValue);
        _session = PostgresSession.Open(sessions, contract);
    }

    public void Write(RecordBatch batch)
    {
        var session = _session ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);
        RefuseEarlyTimestamps(batch);
        NpgsqlRawCopyStream? stream = null;
        bool completing = false;
        try
        {
            stream = session.Connection.BeginRawBinaryCopy(PostgresTable.CopyIn);
            stream.WriteTimeout = _timeoutMs;
            stream.ReadTimeout = _timeoutMs;
            _encoder.WriteTo(batch, stream);

            // Sends the last of the data and CopyDone, and waits for CommandComplete.
            completing = true;
            stream.Dispose();
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e))
        {
            Abandon(completing ? null : stream);
            throw PostgresErrors.OfWrite(e, completing);
        }
    }

    public BatchFate Recover(RecordBatch batch)
    {
        Abandon(stream: null);
        try
        {
            var session = PostgresSession.Open(_sessions, _contract);
            try
            {
                _suspect?.EnsureGone(session.Connection, _sessions.Timeout);
                var fate = PostgresRecovery.Settle(session.Connection, batch);
                _suspect = null;
                _session = session;
                return fate;
            }
            catch
            {
                session.Dispose();
                throw;
            }
        }
        catch (Exception e) when (e is TargetException || PostgresErrors.IsDriverFailure(e))
        {
            throw new BatchWriteException($"The fate of the batch is not known yet: {PostgresErrors.Describe(e)}", isTransient: true, isAmbiguous: true, e);
        }
    }

    public void Dispose() => Abandon(stream: null);

    private static void RefuseEarlyTimestamps(RecordBatch batch)
    {
        foreach (long timestamp in batch.Timestamps.AsSpan(0, batch.Count))
        {
            if (timestamp < CopyEncoder.EarliestTimestamp)
            {
                throw new BatchWriteException($"The timestamp {timestamp} us lies before 4714 BC, the earliest of PostgreSQL.", isTransient: false, isAmbiguous: false);
            }
        }
    }

    // Gives the connection up. A COPY that is not complete is failed first: disposing its stream would commit what was sent of it.
    private void Abandon(NpgsqlRawCopyStream? stream)
    {
        if (_session is not { } session)
        {
            return;
        }

        _session = null;
        _suspect = session.Backend;
        try
        {
            stream?.Cancel();
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e))
        {
            // The connection is gone, and the transaction with it.
        }

        try
        {
            session.Dispose();
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e))
        {
            // Nothing is left to close.
        }
    }
}
