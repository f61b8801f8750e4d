using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;

namespace DbIngest.Targets.Postgres;

/// <summary>A client of PostgreSQL: it opens the sessions that writers write through.</summary>
/// <param name="sessions">The server; the target's.</param>
/// <param name="contract">The contract, in force for every session.</param>
/// <param name="store">What the table is.</param>
internal abstract class PostgresPath(PostgresSessions sessions, DurabilityContract contract, PostgresStore store) : IWritePath
{
    private TrialTable? _table;

    /// <inheritdoc/>
    public abstract string Client { get; }

    /// <inheritdoc/>
    public abstract string Version { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings { get; } = new Dictionary<string, string>();

    /// <summary>What the table is.</summary>
    public PostgresStore Store => store;

    /// <summary>The server.</summary>
    protected PostgresSessions Sessions => sessions;

    /// <summary>The contract.</summary>
    protected DurabilityContract Contract => contract;

    /// <inheritdoc/>
    public void Use(TrialTable table) => _table = table;

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        new PostgresWriter(sessions, this, (_table ?? throw new TargetException("The target was neither prepared nor attached."))
            .Schema);

    /// <summary>Opens a session with the contract in force.</summary>
    /// <returns>The session.</returns>
    /// <exception cref="TargetException">The server cannot be reached, or refuses the contract.</exception>
    public abstract IPostgresSession OpenSession();

    /// <summary>Nothing is kept between writers.</summary>
    public void Dispose()
    {
    }
}
