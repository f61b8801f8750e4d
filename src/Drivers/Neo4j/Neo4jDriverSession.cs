using DbIngest.Wire;
using Neo4j.Driver;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// A Neo4j driver with one connection and one session, listed by the server under a unique name. <see cref="Neo4jDriverWriter"/>
/// calls it from the lane's thread, which waits for every asynchronous call. Except for <c>Open</c>, calls throw the
/// driver's exceptions, which the writer translates. A call that timed out may still take effect: the writer then abandons the
/// session and ends it on the server by its name.
/// </summary>
internal sealed class Neo4jDriverSession
{
    private static readonly TimeSpan CloseTimeout = TimeSpan.FromSeconds(5);

    private readonly IDriver _driver;
    private readonly IAsyncSession _session;
    private readonly Action<TransactionConfigBuilder> _named;
    private readonly TimeSpan _timeout;
    private readonly CancellationToken _cancellation;

    /// <summary>Opens a session, which connects with its first call. <see cref="Open"/> also connects.</summary>
    /// <param name="driver">The driver, which the session owns.</param>
    /// <param name="name">The unique name.</param>
    /// <param name="database">The database.</param>
    /// <param name="timeout">Time-out of each call.</param>
    /// <param name="cancellation">Cancels waiting for a call.</param>
    public Neo4jDriverSession(IDriver driver, string name, string database, TimeSpan timeout, CancellationToken cancellation)
    {
        _driver = driver;
        Name = name;
        _session = driver.AsyncSession(config => config.WithDatabase(database).WithDefaultAccessMode(AccessMode.Write));
        var metadata = new Dictionary<string, object>(StringComparer.Ordinal) { ["dbingest"] = name };
        _named = config => config.WithMetadata(metadata);
        _timeout = timeout;
        _cancellation = cancellation;
    }

    /// <summary>The unique name in the server's lists of connections and transactions.</summary>
    public string Name { get; }

    /// <summary>Connects.</summary>
    /// <param name="drivers">Creates the driver.</param>
    /// <param name="database">The database.</param>
    /// <param name="timeout">Time-out of each call.</param>
    /// <param name="cancellation">Cancels waiting for a call.</param>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    public static Neo4jDriverSession Open(Neo4jDriverFactory drivers, string database, TimeSpan timeout,
        CancellationToken cancellation)
    {
        string name = Guid.NewGuid().ToString("N");
        var session = new Neo4jDriverSession(drivers.Make(name), name, database, timeout, cancellation);
        try
        {
            session.Wait(session._driver.VerifyConnectivityAsync());
            return session;
        }
        catch (Exception error) when (Neo4jDriverErrors.IsOfDriver(error))
        {
            session.Abandon();
            throw Neo4jDriverErrors.Translate(error);
        }
    }

    /// <summary>
    /// Runs a statement as a transaction and returns the number that it yields, once the transaction is acknowledged.
    /// </summary>
    /// <param name="statement">A statement that returns one number.</param>
    /// <param name="parameters">The statement's parameters.</param>
    public long Run(string statement, IDictionary<string, object> parameters) => Wait(RunAsync(statement, parameters));

    /// <summary>Runs a query and hands over its rows, once all of them have arrived.</summary>
    /// <param name="statement">The query.</param>
    /// <param name="parameters">Its parameters.</param>
    /// <param name="take">Takes each row, on the caller's thread.</param>
    public void Read(string statement, IDictionary<string, object> parameters, Action<IRecord> take)
    {
        // A query that timed out goes on until its connection is closed. Its late rows must not mix with those of the next one.
        foreach (var row in Wait(RowsAsync(statement, parameters)))
        {
            take(row);
        }
    }

    /// <summary>
    /// Runs statements as one transaction and returns the sum of their numbers, once the transaction is acknowledged.
    /// </summary>
    /// <param name="statements">Statements that return one number or nothing, with their parameters.</param>
    public long Run(IEnumerable<(string Statement, IDictionary<string, object> Parameters)> statements) =>
        Wait(RunAsync(statements));

    /// <summary>Closes session and driver at the same time, waiting at most 5 s for both.</summary>
    public void Close()
    {
        try
        {
            Task.WhenAll(_session.CloseAsync(), _driver.DisposeAsync().AsTask()).Wait(CloseTimeout, CancellationToken.None);
        }
        catch (AggregateException)
        {
            // The connection is lost already.
        }
    }

    /// <summary>Drops the connection without waiting. The server may still run statements that it has received.</summary>
    public void Abandon() => _ = _driver.DisposeAsync().AsTask()
        .ContinueWith(static done => done.Exception, TaskScheduler.Default);

    private async Task<long> RunAsync(string statement, IDictionary<string, object> parameters)
    {
        var cursor = await _session.RunAsync(statement, parameters, _named).ConfigureAwait(false);
        return await SumAsync(cursor).ConfigureAwait(false);
    }

    private async Task<List<IRecord>> RowsAsync(string statement, IDictionary<string, object> parameters)
    {
        var cursor = await _session.RunAsync(statement, parameters, _named).ConfigureAwait(false);
        var rows = new List<IRecord>();
        while (await cursor.FetchAsync().ConfigureAwait(false))
        {
            rows.Add(cursor.Current);
        }

        return rows;
    }

    private async Task<long> RunAsync(IEnumerable<(string Statement, IDictionary<string, object> Parameters)> statements)
    {
        var transaction = await _session.BeginTransactionAsync(_named).ConfigureAwait(false);
        await using (transaction.ConfigureAwait(false))
        {
            long sum = 0;
            foreach (var (statement, parameters) in statements)
            {
                var cursor = await transaction.RunAsync(statement, parameters).ConfigureAwait(false);
                sum += await SumAsync(cursor).ConfigureAwait(false);
            }

            await transaction.CommitAsync().ConfigureAwait(false);
            return sum;
        }
    }

    private static async Task<long> SumAsync(IResultCursor cursor)
    {
        long sum = 0;
        while (await cursor.FetchAsync().ConfigureAwait(false))
        {
            sum += cursor.Current[0].As<long>();
        }

        return sum;
    }

    private T Wait<T>(Task<T> call) => call.WaitAsync(_timeout, _cancellation).GetAwaiter().GetResult();

    private void Wait(Task call) => call.WaitAsync(_timeout, _cancellation).GetAwaiter().GetResult();
}
