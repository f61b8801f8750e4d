using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Records;
using DbIngest.Wire;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Progress of one batch: sent rows, unanswered requests and failure. Each <see cref="CassandraWriter"/> and each
/// <c>SharedWriter</c> owns one and reuses it for each batch, and <see cref="RequestPipeline"/> advances it. One thread at a
/// time calls it.
/// </summary>
internal class WriteJob
{
    private Exception? _failure;
    private bool _mayBeStored;

    /// <summary>The batch. It must not change until the job has ended.</summary>
    public RecordBatch Batch { get; private set; } = null!;

    /// <summary>Index of the first row not sent yet.</summary>
    public int NextRow { get; set; }

    /// <summary>Number of its requests that are unanswered or must be repeated.</summary>
    public int Open { get; set; }

    /// <summary>The server's first refusal, after which no more rows are sent. Null without a refusal.</summary>
    public CqlServerException? Error { get; private set; }

    /// <summary>True if everything was sent, or a refusal ended sending.</summary>
    public bool IsSent => Error is not null || NextRow == Batch.Count;

    /// <summary>True if no request is pending any more.</summary>
    public bool IsEnded => _failure is not null || (IsSent && Open == 0);

    /// <summary>Starts with a batch.</summary>
    public virtual void Begin(RecordBatch batch)
    {
        Batch = batch;
        NextRow = 0;
        Open = 0;
        Error = null;
        _failure = null;
        _mayBeStored = false;
    }

    /// <summary>Takes the answer to one of its requests. Only a lack of replicas says that none of its rows is stored.</summary>
    /// <param name="error">The refusal. Null for an acknowledgement.</param>
    public void Take(CqlServerException? error)
    {
        Open--;
        Error ??= error;
        _mayBeStored |= error?.Code != CqlErrorCode.Unavailable;
    }

    /// <summary>Ends the batch with a failure. Unanswered requests may still store rows.</summary>
    public void Fail(Exception failure) => _failure = failure;

    /// <summary>Called once when the batch has ended, by the thread of the pipeline.</summary>
    public virtual void End()
    {
    }

    /// <summary>Throws the failure, if there is one.</summary>
    /// <exception cref="Abstractions.Targets.BatchWriteException">The batch was not acknowledged.</exception>
    public void ThrowIfFailed()
    {
        if (_failure is WireException lost)
        {
            throw CassandraErrors.OfWrite(lost, anySent: NextRow > 0);
        }

        if (_failure is not null)
        {
            ExceptionDispatchInfo.Throw(_failure);
        }

        if (Error is { } error)
        {
            throw CassandraErrors.OfWrite(error, anySent: _mayBeStored);
        }
    }
}
