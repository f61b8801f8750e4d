using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Http;
using DbIngest.Wire;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// A <see cref="ClickHouseWriter"/> that reads single records by DbIngest's own client over the same connection.
/// <see cref="ClickHouseTarget"/> opens one per lane for <c>--client wire</c>, and the lane's thread calls it on the timed path.
/// A record is visible once it is acknowledged. It never repeats a read.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="session">The connection. The writer disposes it, unless this constructor throws.</param>
/// <param name="table">The table and its statements.</param>
/// <param name="insertions">Sends the batches. The writer disposes it, unless this constructor throws.</param>
/// <param name="cancellation">Closes the connection when triggered, which ends a pending call.</param>
internal sealed class ClickHouseReadingWriter(ClickHouseServer server, HttpSession session, ClickHouseTable table,
    IInsertions insertions, CancellationToken cancellation)
    : ClickHouseWriter(server, session, table, insertions, cancellation), IRecordReads
{
    private readonly HttpSession _connection = session;
    private readonly ClickHouseReads _reads = new(session, server, table);

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found)
    {
        try
        {
            _reads.Read(source, first, count, found);
        }
        catch (WireException exception)
        {
            throw ClickHouseErrors.OfWrite(exception);
        }
    }

    /// <summary>Closes the connection, which reopens on next use. Records never change: nothing late can undo anything.</summary>
    public void Restore() => _connection.Close();
}
