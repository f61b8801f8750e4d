using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Makes the requests that differ between versions 1, 2 and 3 of InfluxDB. <see cref="InfluxDefinition"/> selects the subclass
/// by the server's answer (<see cref="Of"/>), and <see cref="InfluxTarget"/>, <see cref="InfluxWriter"/> and
/// <see cref="InfluxAudit"/> call it. The line protocol itself is the same in all versions. Thread-safe.
/// </summary>
internal abstract class InfluxApi
{
    /// <summary>Product and version of the server.</summary>
    public abstract string Product { get; }

    /// <summary>Name of the server's process.</summary>
    public abstract string Program { get; }

    /// <summary>The single durability level that this version enforces.</summary>
    public abstract string Contract { get; }

    /// <summary>Path and query of the write request, with timestamps in microseconds.</summary>
    public abstract string WriteTarget { get; }

    /// <summary>What settling waits for, for the description.</summary>
    public abstract string SettledBy { get; }

    /// <summary>What the measured space includes, for the description.</summary>
    public abstract string SpaceIs { get; }

    /// <summary>Cells of an exported row before its time.</summary>
    public abstract int CellsBeforeTime { get; }

    /// <summary>Creates the empty database.</summary>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public abstract void Create(CancellationToken cancellation);

    /// <summary>Drops the database with all of its data, if it exists.</summary>
    public abstract void Drop(CancellationToken cancellation);

    /// <summary>Settings of database and server that influence a trial's rate, latency or disk space, by name.</summary>
    public abstract IEnumerable<(string Name, string Value)> Settings(CancellationToken cancellation);

    /// <summary>Waits until all data is in files and no compaction runs, as far as the server reports it.</summary>
    public abstract void AwaitQuiet(CancellationToken cancellation);

    /// <summary>Bytes of the data files.</summary>
    public abstract long FileBytes(CancellationToken cancellation);

    /// <summary>The source tags of all stored rows, including those that no source of the trial wrote.</summary>
    public abstract IReadOnlyList<string> Sources(CancellationToken cancellation);

    /// <summary>
    /// Requests the rows of a source as CSV: time in microseconds, sequence, quality, values. The caller reads the answer from
    /// the connection.
    /// </summary>
    /// <param name="connection">An idle connection.</param>
    /// <param name="tag">The tag of the source.</param>
    /// <param name="values">Names of the values.</param>
    public abstract void Export(HttpConnection connection, string tag, IEnumerable<string> values);

    /// <summary>
    /// A request for a range of records of a source as CSV, with the cells of <see cref="Export"/>. Its numbers are the source,
    /// the first sequence number and the one after the last.
    /// </summary>
    /// <param name="connection">The idle connection that it is for.</param>
    /// <param name="values">Names of the values.</param>
    /// <returns>The request, and whether it stays right whatever is written. If it does not, each read needs another.</returns>
    public abstract (HttpTemplate Request, bool IsLasting) Reading(HttpConnection connection, IEnumerable<string> values);

    /// <summary>Counts the stored rows of a batch.</summary>
    /// <param name="session">A connection.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="cancellation">Cancels the call.</param>
    public abstract long Count(HttpSession session, RecordBatch batch, CancellationToken cancellation);

    /// <summary>Connects for questions about time ranges. Null if they are not asked of this version, as by default.</summary>
    /// <param name="schema">The values of a record.</param>
    /// <param name="cancellation">Cancels pending questions.</param>
    public virtual ITimeQueries? Questions(RecordSchema schema, CancellationToken cancellation) => null;

    /// <summary>The condition that selects the rows of a batch.</summary>
    protected static string IsOf(RecordBatch batch) =>
        FormattableString.Invariant(
            $"source = '{batch.Source}' AND sequence >= {batch.FirstSequence} AND sequence < {batch.FirstSequence + batch.Count}");

    /// <summary>The condition of <see cref="Reading"/>.</summary>
    protected static string IsInRange =>
        $"source = '{HttpTemplate.Number(0)}' AND sequence >= {HttpTemplate.Number(1)} AND sequence < {HttpTemplate.Number(2)}";

    /// <summary>Quotes a text for a statement.</summary>
    protected static string Quoted(string text, string escape) => $"'{text.Replace("'", escape, StringComparison.Ordinal)}'";

    /// <summary>Asks a server for its version and selects the requests for it.</summary>
    /// <param name="server">The server.</param>
    /// <param name="endpoint">How to store records.</param>
    /// <param name="snapshots">
    /// Address of the snapshot service of a version 1 server, by which it writes its files on request. Null if unknown.
    /// </param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <exception cref="WireException">No server answers, or it refuses the login.</exception>
    /// <exception cref="TargetException">The version is unknown.</exception>
    public static InfluxApi Of(InfluxServer server, InfluxEndpoint endpoint, System.Net.EndPoint? snapshots,
        CancellationToken cancellation)
    {
        var version = server.Version(cancellation);
        return version.Major switch
        {
            1 => new InfluxApi1(server, endpoint, version.Product, snapshots),
            2 => new InfluxApi2(server, endpoint, version.Product),
            _ => new InfluxApi3(server, endpoint, version.Product),
        };
    }
}
