using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Runs single statements through Npgsql. Target, stores, space, audit and recovery call it, never the timed path. It never
/// repeats a statement.
/// </summary>
internal static class PostgresCommands
{
    /// <summary>Runs a statement.</summary>
    /// <param name="connection">The session.</param>
    /// <param name="sql">The statement. Its parameters are <c>$1</c> and so on.</param>
    /// <param name="values">Values of the parameters.</param>
    public static void Execute(this NpgsqlConnection connection, string sql, params ReadOnlySpan<object> values)
    {
        using var command = Command(connection, sql, values);
        command.ExecuteNonQuery();
    }

    /// <summary>Reads one value. Null for NULL and for no row.</summary>
    /// <inheritdoc cref="Execute"/>
    public static object? Scalar(this NpgsqlConnection connection, string sql, params ReadOnlySpan<object> values)
    {
        using var command = Command(connection, sql, values);
        return command.ExecuteScalar() is { } value and not DBNull ? value : null;
    }

    private static NpgsqlCommand Command(NpgsqlConnection connection, string sql, ReadOnlySpan<object> values)
    {
        var command = new NpgsqlCommand(sql, connection);
        foreach (object value in values)
        {
            command.Parameters.Add(new NpgsqlParameter { Value = value });
        }

        return command;
    }
}
