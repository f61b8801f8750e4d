using System.Data.Common;
using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>Opens a provider's connections to one database.</summary>
internal sealed class AdoSessions(AdoProvider provider, Dialect dialect, string connectionString, TimeSpan timeout)
{
    /// <summary>The largest command time-out that providers agree on, in seconds: it becomes milliseconds of 32 bits.</summary>
    private const int MaxTimeoutS = 2_000_000;

    public AdoProvider Provider => provider;

    public Dialect Dialect => dialect;

    public TimeSpan Timeout => timeout;

    public int TimeoutS => (int)Math.Clamp(Math.Ceiling(timeout.TotalSeconds), 1, MaxTimeoutS);

    /// <summary>Opens a connection.</summary>
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

            // A word that the provider does not know is the user's; its message may hold pieces of the connection string, but no
            // password, which is handed over apart.
            throw e is ArgumentException ? new ArgumentException($"--endpoint: {e.Message}", e)
                : AdoErrors.IsProviders(e)
                    ? new TargetException(
                    $"The database cannot be used by {provider.Version}: {AdoErrors.Describe(e)}{AccessRemedy.Password("ado")}",
                    e, isUnreachable: true)
                : e;
        }
    }

    /// <summary>Runs a verb on a connection of its own.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="what">What failed if it fails, as the beginning of a sentence.</param>
    /// <param name="work">The work.</param>
    /// <param name="cancellation">Ends it between two statements.</param>
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

    /// <summary>Makes a command.</summary>
    public DbCommand Command(DbConnection connection, string sql)
    {
        var command = connection.CreateCommand();
        command.CommandText = sql;
        command.CommandTimeout = TimeoutS;
        return command;
    }

    /// <summary>Carries out a statement.</summary>
    public void Execute(DbConnection connection, string sql)
    {
        using var command = Command(connection, sql);
        command.ExecuteNonQuery();
    }

    /// <summary>The whole numbers of the first row; 0 for a NULL.</summary>
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
