using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Opens connections of one client to one server: the chosen write path's, also for everything that is not timed.
/// </summary>
/// <param name="endpoint">The server.</param>
/// <param name="timeout">How long one request may take.</param>
internal abstract class SqlServerSessions(SqlServerEndpoint endpoint, TimeSpan timeout)
{
    public const string Master = "master";

    /// <summary>The server.</summary>
    public SqlServerEndpoint Endpoint => endpoint;

    /// <summary>How long one request may take.</summary>
    public TimeSpan Timeout => timeout;

    /// <summary>The version of Babelfish where it is what answers; null for SQL Server itself.</summary>
    public string? Babelfish { get; private set; }

    /// <summary>The client's name.</summary>
    public abstract string Client { get; }

    /// <summary>The client with its version and protocol.</summary>
    public abstract string Version { get; }

    private string Engine => Babelfish is null ? "SQL Server" : "Babelfish";

    /// <summary>Connects.</summary>
    /// <param name="database">The database.</param>
    /// <param name="patience">How long a request may take.</param>
    /// <returns>The connection.</returns>
    public abstract ISqlSession Connect(string database, TimeSpan patience);

    /// <summary>Connects for writing, to the endpoint's database.</summary>
    /// <param name="table">The table.</param>
    /// <param name="valueCount">Values a record.</param>
    public abstract ISqlServerSession ConnectWriting(SqlServerTable table, int valueCount);

    /// <summary>How sessions that write commit, where that is theirs to say; null where it is the database's.</summary>
    public string? Commit { get; private set; }

    /// <summary>Looks which engine answers.</summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="contract">The contract that writing keeps.</param>
    public void Recognise(ISqlSession session, DurabilityContract contract)
    {
        Babelfish = SqlServer.Babelfish.Version(session);
        Commit = Babelfish is null ? null : SqlServer.Babelfish.Commit(contract);
    }

    /// <summary>Connects.</summary>
    /// <exception cref="TargetException">The server cannot be reached, or refuses.</exception>
    public T Open<T>(Func<T> connect)
    {
        try
        {
            return Deadline.Run(
                Deadline.OfVerb(timeout),
                connect,
                () => new TargetException(
                    $"{Engine} at {endpoint} cannot be used: it does not finish with the login within "
                    + $"{Deadline.OfVerb(timeout).TotalSeconds:0} s, though it may send something now and then.", isUnreachable: true),
                late => (late as IDisposable)?.Dispose());
        }
        catch (Exception e) when (SqlServerErrors.IsDriverFailure(e))
        {
            throw new TargetException($"{Engine} at {endpoint} cannot be used: {SqlServerErrors.Describe(e)}", e,
                isUnreachable: SqlServerErrors.IsUnreachable(e));
        }
        catch (Exception e) when (SqlServerErrors.IsNonsense(e))
        {
            throw new TargetException(
                $"What answers at {endpoint} does not speak TDS: the client cannot read its answer to the login ({e.Message})", e,
                isUnreachable: true);
        }
    }

    /// <summary>Runs a verb on a connection of its own.</summary>
    /// <param name="doing">What, for a message.</param>
    /// <param name="database">The database to use.</param>
    /// <param name="work">The work.</param>
    /// <param name="patience">How long a request may take; null for that of all requests.</param>
    /// <param name="progress">Grows as the work gets on, and then its time begins anew: rows that were read; null where there is
    /// none.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="TargetException">The server failed or refused, or is late.</exception>
    public T Run<T>(string doing, string database, Func<ISqlSession, T> work, TimeSpan? patience = null,
        Func<long>? progress = null, CancellationToken cancellation = default)
    {
        var longest = Deadline.OfVerb(patience ?? timeout);
        return Deadline.Run(
            longest,
            () => RunHere(doing, database, work, patience, cancellation),
            () => new TargetException(
                $"{Engine} at {endpoint} did not get on with {doing} for {longest.TotalSeconds:0} s, though it may have sent "
                + $"something now and then: it is not waited for. Where requests take as long, give a longer --request-timeout."),
            progress: progress);
    }

    /// <summary>Runs a verb that gives nothing.</summary>
    public void Run(string doing, string database, Action<ISqlSession> work, TimeSpan? patience = null,
        Func<long>? progress = null, CancellationToken cancellation = default) =>
        Run(doing, database, session =>
        {
            work(session);
            return true;
        }, patience, progress, cancellation);

    private T RunHere<T>(string doing, string database, Func<ISqlSession, T> work, TimeSpan? patience,
        CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        using var session = Open(() => Connect(database, patience ?? timeout));

        // Cancelling waits for the network: on another thread, so that whoever cancels does not wait for a server that does not
        // answer.
        using var registration = cancellation.Register(() => ThreadPool.QueueUserWorkItem(_ => session.Cancel()));
        try
        {
            return work(session);
        }
        catch (Exception e) when (SqlServerErrors.IsDriverFailure(e))
        {
            cancellation.ThrowIfCancellationRequested();
            throw new TargetException($"{Engine} at {endpoint} failed while {doing}: {SqlServerErrors.Describe(e)}", e,
                SqlServerErrors.IsUnreachable(e));
        }
    }
}
