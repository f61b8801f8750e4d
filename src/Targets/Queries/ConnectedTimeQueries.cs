using System.Data.Common;
using DbIngest.Abstractions.Operations;

namespace DbIngest.Targets.Queries;

/// <summary>
/// Answers questions about time ranges on one connection, which reopens on the next question after a failure. Databases whose
/// client has connections derive a class from it. <c>TimeQueryProbe</c> asks beside the lanes of a trial, on one thread. A
/// cancellation calls <c>cut</c> on another thread.
/// </summary>
/// <typeparam name="TConnection">The connection.</typeparam>
internal abstract class ConnectedTimeQueries<TConnection> : SqlTimeQueries
    where TConnection : class, IDisposable
{
    private readonly Func<TConnection> _open;
    private readonly CancellationTokenRegistration _cut;
    private TConnection? _connection;

    /// <summary>Connects.</summary>
    /// <param name="text">Writes each question as a statement.</param>
    /// <param name="open">Opens a connection.</param>
    /// <param name="cut">Ends a pending statement on a connection. Called on the thread that cancels.</param>
    /// <param name="cancellation">Ends a pending statement. Later questions may still open a connection.</param>
    protected ConnectedTimeQueries(TimeQueryText text, Func<TConnection> open, Action<TConnection> cut,
        CancellationToken cancellation)
        : base(text)
    {
        _open = open;
        _connection = open();
        _cut = cancellation.Register(() =>
        {
            if (_connection is { } connection)
            {
                cut(connection);
            }
        });
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _cut.Dispose();
        _connection?.Dispose();
    }

    /// <summary>The connection. Opens one if there is none.</summary>
    protected TConnection Connection => _connection ??= _open();

    /// <inheritdoc/>
    protected override void Forget()
    {
        _connection?.Dispose();
        _connection = null;
    }

    /// <summary>Runs a command of an ADO.NET provider, whose columns are source, time, count and value.</summary>
    protected static void Run(DbCommand command, List<TimeQueryRow> rows)
    {
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            rows.Add(new(reader.GetInt32(0), reader.GetInt64(1), reader.GetInt64(2),
                reader.IsDBNull(3) ? double.NaN : reader.GetDouble(3)));
        }
    }
}
