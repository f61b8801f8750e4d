using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Lines;
using DbIngest.Wire;
using DbIngest.Wire.Http;
using DbIngest.Wire.Lines;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Writes a batch as one request, which the server commits as one transaction, with a connection of its own. A row that is there is replaced by itself, so that a batch may be sent again.
/// </summary>
internal sealed class QuestDbWriter : IBatchWriter
{
    private readonly QuestDbTable _table;
    private readonly RecordLines _records;
    private readonly LineBuffer _lines = new();
    private readonly HttpSession _session;
    private readonly HttpRequest _request;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _interruption;

    /// <summary>Creates a writer, connected.</summary>
    /// <param name="session">Its connection; the writer's from now on, unless this throws.</param>
    /// <param name="table">The table.</param>
    /// <param name="isBinary">Whether doubles travel as their bytes.</param>
    /// <param name="cancellation">Ends what it waits for.</param>
    /// <exception cref="WireException">The server cannot be reached.</exception>
    public QuestDbWriter(HttpSession session, QuestDbTable table, bool isBinary, CancellationToken cancellation)
    {
        _table = table;
        _session = session;
        _records = new RecordLines(table.Name, table.Table.Schema, isBinary);
        _request = HttpRequest.Make("POST", "/write?precision=u", session.Connection());
        _cancellation = cancellation;
        _interruption = cancellation.Register(session.Cut);
    }

    /// <inheritdoc/>
    public bool IsIdempotent => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        _lines.Clear();
        _records.Append(_lines, batch);
        try
        {
            _session.Connection().Run(_request, _lines.Written);
        }
        catch (WireException exception)
        {
            throw QuestDbErrors.OfWrite(exception);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            new QuestDbLog(_table).AwaitApplied(_session, _cancellation);
            return QuestDbServer.Query(_session, _table.Count(batch), _cancellation)[0][0].GetInt64() == batch.Count ? BatchFate.Stored : BatchFate.Absent;
        }
        catch (WireException exception)
        {
            throw QuestDbErrors.OfWrite(exception);
        }
        catch (Exception exception) when (exception is TargetException or OperationCanceledException)
        {
            throw new BatchWriteException(exception.Message, isTransient: false, isAmbiguous: true, exception);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session.Dispose();
        _lines.Dispose();
    }
}
