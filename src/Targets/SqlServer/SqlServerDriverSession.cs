using System.Globalization;
using DbIngest.Targets.Servers;
using Microsoft.Data.SqlClient;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// A session through the vendor's driver, for everything except writing batches. <see cref="SqlServerDriverSessions"/> and
/// <see cref="SqlServerDriverLoad"/> create it. One thread at a time calls it, except for <see cref="Cancel"/>, which any thread
/// may call.
/// </summary>
/// <param name="connection">The connection, which the session disposes.</param>
/// <param name="timeout">Timeout of one request.</param>
internal sealed class SqlServerDriverSession(SqlConnection connection, TimeSpan timeout) : ISqlServerSession
{
    private SqlCommand? _current;

    public void Execute(string sql)
    {
        using var command = Command(sql, []);
        command.ExecuteNonQuery();
    }

    public ISqlServerRows Query(string sql, params ReadOnlySpan<object> parameters)
    {
        var command = Command(sql, parameters);
        return new Rows(command, command.ExecuteReader());
    }

    public void Cancel()
    {
        try
        {
            Volatile.Read(ref _current)?.Cancel();
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            // The pending request reports the failure.
        }
    }

    public void Dispose() => connection.Dispose();

    private SqlCommand Command(string sql, ReadOnlySpan<object> parameters)
    {
        var command = new SqlCommand(sql,
            connection)
        { CommandTimeout = (int)Math.Clamp(Math.Ceiling(timeout.TotalSeconds), 1, int.MaxValue) };
        for (int i = 0; i < parameters.Length; i++)
        {
            command.Parameters.AddWithValue(string.Create(CultureInfo.InvariantCulture, $"@p{i + 1}"), parameters[i]);
        }

        Volatile.Write(ref _current, command);
        return command;
    }

    private sealed class Rows(SqlCommand command, SqlDataReader reader) : ISqlServerRows
    {
        private int _column;

        public bool Read()
        {
            _column = 0;
            return reader.Read();
        }

        public int Int32() => reader.GetInt32(_column++);

        public long Int64() => reader.GetInt64(_column++);

        public double Double() => reader.IsDBNull(_column) ? Missing() : reader.GetDouble(_column++);

        public string? Text()
        {
            int column = _column++;
            return reader.IsDBNull(column) ? null : reader.GetString(column);
        }

        public void Dispose()
        {
            reader.Dispose();
            command.Dispose();
        }

        private double Missing()
        {
            _column++;
            return double.NaN;
        }
    }
}
