using DbIngest.Wire;
using Neo4j.Driver;

namespace DbIngest.Drivers.Neo4j;

/// <summary>A driver of one connection, with a session that the server lists under a name that no other has. The driver's calls are waited for, as a writer's thread does nothing else.</summary>
internal sealed class Neo4jDriverSession
{
    private static readonly TimeSpan ClosePatience = TimeSpan.FromSeconds(5);

    private readonly IDriver _driver;
    private readonly IAsyncSession _session;
    private readonly Action<TransactionConfigBuilder> _named;
    private readonly TimeSpan _timeout;
    private readonly CancellationToken _cancellation;

    private Neo4jDriverSession(IDriver driver, string name, string database, TimeSpan timeout, CancellationToken cancellation)
    {
        _driver = driver;
        Name = name;
        _session = driver.AsyncSession(config => config.WithDatabase(database).WithDefaultAccessMode(AccessMode.Write));
        var metadata = new Dictionary<string, object>(StringComparer.Ordinal) { ["dbingest"] = name };
        _named = config => config.WithMetadata(metadata);
        _timeout = timeout;
        _cancellation = cancellation;
    }

    /// <summary>What the server lists it as.</summary>
    public string Name { get; }

    /// <summary>Opens one, connected.</summary>
    /// <param name="drivers">Makes the driver.</param>
    /// <param name="database">The database.</param>
    /// <param name="timeout">How long a call may take.</param>
    /// <param name="cancellation">Ends calls early.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public static Neo4jDriverSession Open(DriverFactory drivers, string database, TimeSpan timeout, CancellationToken cancellation)
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

    /// <summary>Runs a statement as a transaction.</summary>
    /// <param name="statement">The statement, which gives one number.</param>
    /// <param name="parameters">Its parameters.</param>
    /// <returns>The number, once the transaction is acknowledged.</returns>
    public long Run(string statement, IDictionary<string, object> parameters) => Wait(RunAsync(statement, parameters));

    /// <summary>Runs statements as one transaction.</summary>
    /// <param name="statements">The statements, which give a number or nothing.</param>
    /// <returns>The sum of their numbers, once the transaction is acknowledged.</returns>
    public long Run(IEnumerable<(string Statement, IDictionary<string, object> Parameters)> statements) => Wait(RunAsync(statements));

    /// <summary>Closes it in an orderly way.</summary>
    public void Close()
    {
        try
        {
            Task.WhenAll(_session.CloseAsync(), _driver.DisposeAsync().AsTask()).Wait(ClosePatience, CancellationToken.None);
        }
        catch (AggregateException)
        {
            // It was lost.
        }
    }

    /// <summary>Gives its connection up. The server may still be at work on what it has received.</summary>
    public void Abandon() => _ = _driver.DisposeAsync().AsTask().ContinueWith(static done => done.Exception, TaskScheduler.Default);

    private async Task<long> RunAsync(string statement, IDictionary<string, object> parameters)
    {
        var cursor = await _session.RunAsync(statement, parameters, _named).ConfigureAwait(false);
        return await SumAsync(cursor).ConfigureAwait(false);
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
