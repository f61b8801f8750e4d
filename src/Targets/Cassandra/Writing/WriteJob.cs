using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Records;
using DbIngest.Wire;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// A batch on its way: what has been sent of it, what is unanswered, what went wrong. Used again for the next batch.
/// </summary>
internal class WriteJob
{
    private Exception? _failure;

    /// <summary>The batch; only read.</summary>
    public RecordBatch Batch { get; private set; } = null!;

    /// <summary>The first row that was not sent yet.</summary>
    public int NextRow { get; set; }

    /// <summary>Its requests that are unanswered, or must be sent again.</summary>
    public int Open { get; set; }

    /// <summary>The server's first refusal; nothing more is sent then.</summary>
    public CqlServerException? Error { get; set; }

    /// <summary>Whether all of it was sent, or there is no use in sending more.</summary>
    public bool IsSent => Error is not null || NextRow == Batch.Count;

    /// <summary>Whether nothing of it is on its way any more.</summary>
    public bool IsEnded => _failure is not null || (IsSent && Open == 0);

    /// <summary>Starts with a batch.</summary>
    public virtual void Begin(RecordBatch batch)
    {
        Batch = batch;
        NextRow = 0;
        Open = 0;
        Error = null;
        _failure = null;
    }

    /// <summary>The connections failed, or their thread did: what was unanswered stays so.</summary>
    public void Fail(Exception failure) => _failure = failure;

    /// <summary>Called once when it has ended.</summary>
    public virtual void End()
    {
    }

    /// <summary>Throws what went wrong, if anything did.</summary>
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
            throw CassandraErrors.OfWrite(error, anySent: NextRow > 0 && error.Code != CqlErrorCode.Unavailable);
        }
    }
}
