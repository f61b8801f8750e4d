using System.Data.Common;
using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Opens connections of a provider to one database and runs statements on them. <see cref="AdoDefinition"/> makes one for a
/// target, which shares it with its writers, and one for a probe. Thread-safe: each caller gets its own connection and disposes
/// it. The connection string contains the password, so it must not be logged.
/// </summary>
/// <param name="provider">The provider.</param>
/// <param name="dialect">The database's dialect of SQL.</param>
/// <param name="connectionString">The provider's connection string with the password.</param>
/// <param name="timeout">Timeout of one request.</param>
internal sealed class AdoSessions(AdoProvider provider, Dialect dialect, string connectionString, TimeSpan timeout)
{
    /// <summary>
    /// Largest command timeout in seconds that every provider accepts. Some convert it to milliseconds in 32 bits.
    /// </summary>
    private const int MaxTimeoutS = 2_000_000;

    public AdoProvider Provider => provider;

    public Dialect Dialect => dialect;

    /// <summary>The timeout of a command or a bulk copy in whole seconds, rounded up: at least 1.</summary>
    public int TimeoutS => (int)Math.Clamp(Math.Ceiling(timeout.TotalSeconds), 1, MaxTimeoutS);

    /// <summary>Opens a connection and runs the dialect's first statement on it.</summary>
    /// <exception cref="TargetException">The database cannot be reached, or refuses.</exception>
    public DbConnection Open()
    {
        DbConnection? connection = null;
        try
        {
            connection = provider.Factory.CreateConnection()
                ?? throw new ArgumentException($"--endpoint: {provider.Version} makes no connections.");
            connection.ConnectionString = connectionString;
            connection.Open();
            if (dialect["open"] is { } statement)
            {
                Execute(connection, statement);
            }

            return connection;
        }
        catch (Exception e)
        {
            connection?.Dispose();

            // The user wrote a key that the provider does not know. The provider's message may quote the connection string, which
            // contains no password yet where the key is read from the endpoint.
            if (e is ArgumentException)
            {
                throw new ArgumentException($"--endpoint: {e.Message}", e);
            }

            if (AdoProvider.IsIncomplete(e))
            {
                throw AdoProvider.Fault(provider.Assembly.GetName().Name!, e);
            }

            if (AdoErrors.IsProviders(e))
            {
                throw new TargetException(
                    $"The database cannot be used by {provider.Version}: {AdoErrors.Describe(e)}{AccessRemedy.Password("ado")}",
                    e, isUnreachable: true);
            }

            throw;
        }
    }

    /// <summary>Runs a verb on a new connection.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="work">The verb.</param>
    /// <param name="cancellation">
    /// Checked before the connection opens and after a failure. The verb itself must check it between its statements.
    /// </param>
    /// <exception cref="TargetException">The database failed.</exception>
    public T Run<T>(string what, Func<DbConnection, T> work, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        using var connection = Open();
        try
        {
            return work(connection);
        }
        catch (Exception e) when (AdoErrors.IsProviders(e))
        {
            cancellation.ThrowIfCancellationRequested();
            throw new TargetException($"{what}: {AdoErrors.Describe(e)}", e,
                isUnreachable: connection.State != System.Data.ConnectionState.Open);
        }
    }

    /// <summary>Creates a command with the user's timeout.</summary>
    public DbCommand Command(DbConnection connection, string sql)
    {
        var command = connection.CreateCommand();
        command.CommandText = sql;
        command.CommandTimeout = TimeoutS;
        return command;
    }

    /// <summary>Runs a statement.</summary>
    public void Execute(DbConnection connection, string sql)
    {
        using var command = Command(connection, sql);
        command.ExecuteNonQuery();
    }

    /// <summary>The integers of the first row. 0 for NULL. Empty without a row.</summary>
    public long[] Numbers(DbConnection connection, string sql)
    {
        using var command = Command(connection, sql);
        using var reader = command.ExecuteReader();
        return reader.Read()
            ? [.. Enumerable.Range(0, reader.FieldCount)
                .Select(i => reader.IsDBNull(i) ? 0 : Convert.ToInt64(reader.GetValue(i), CultureInfo.InvariantCulture))]
            : [];
    }
}
