using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>What the versions of the server do differently. Lines and their way are the same for all.</summary>
internal abstract class InfluxApi
{
    /// <summary>What answers, with its version.</summary>
    public abstract string Product { get; }

    /// <summary>The name of the server's process.</summary>
    public abstract string Program { get; }

    /// <summary>The one contract that it keeps.</summary>
    public abstract string Contract { get; }

    /// <summary>Path and query of the request that writes lines, timestamps in microseconds.</summary>
    public abstract string WriteTarget { get; }

    /// <summary>What settling waits for.</summary>
    public abstract string SettledBy { get; }

    /// <summary>What the space is that of.</summary>
    public abstract string SpaceIs { get; }

    /// <summary>How many cells of an exported row come before its time.</summary>
    public abstract int CellsBeforeTime { get; }

    /// <summary>Makes the empty database.</summary>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public abstract void Create(CancellationToken cancellation);

    /// <summary>Drops the database with all that is in it, if it is there.</summary>
    public abstract void Drop(CancellationToken cancellation);

    /// <summary>What of the database and the server bears on the figures, by name.</summary>
    public abstract IEnumerable<(string Name, string Value)> Settings(CancellationToken cancellation);

    /// <summary>Waits until everything is in files and nothing is compacted, as far as the server tells.</summary>
    public abstract void AwaitQuiet(CancellationToken cancellation);

    /// <summary>Bytes of the files of data.</summary>
    public abstract long FileBytes(CancellationToken cancellation);

    /// <summary>The tags of all sources that are stored, also of those that no source of ours wrote.</summary>
    public abstract IReadOnlyList<string> Sources(CancellationToken cancellation);

    /// <summary>
    /// Asks for the rows of a source as CSV: time in microseconds, sequence, quality, values. The answer is read from the
    /// connection.
    /// </summary>
    /// <param name="connection">The connection.</param>
    /// <param name="tag">The source.</param>
    /// <param name="values">The names of the values.</param>
    public abstract void Export(HttpConnection connection, string tag, IEnumerable<string> values);

    /// <summary>How many rows of a batch are stored.</summary>
    /// <param name="session">A connection.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="cancellation">Cancels the call.</param>
    public abstract long Count(HttpSession session, RecordBatch batch, CancellationToken cancellation);

    /// <summary>The condition that a row is of a batch.</summary>
    protected static string IsOf(RecordBatch batch) =>
        FormattableString.Invariant(
            $"source = '{batch.Source}' AND sequence >= {batch.FirstSequence} AND sequence < {batch.FirstSequence + batch.Count}");

    /// <summary>A text in a statement.</summary>
    protected static string Quoted(string text, string escape) => $"'{text.Replace("'", escape, StringComparison.Ordinal)}'";

    /// <summary>Finds out which version answers.</summary>
    /// <param name="server">The server.</param>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="snapshots">Where a server of version 1 listens for what makes it write its files. Null for nowhere that is
    /// known.</param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <exception cref="WireException">None answers, or it refuses us.</exception>
    /// <exception cref="TargetException">It is none that is known.</exception>
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
