using System.Data.Common;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Queries;

/// <summary>
/// Answers questions about time ranges by SQL on one connection, which reopens on the next question after a failure. Databases
/// whose client has connections derive a class from it. <c>TimeQueryProbe</c> asks beside the lanes of a trial, on one thread. A
/// cancellation calls <c>cut</c> on another thread. Changes nothing.
/// </summary>
/// <typeparam name="TConnection">The connection.</typeparam>
internal abstract class ConnectedTimeQueries<TConnection> : TimeQueries
    where TConnection : class, IDisposable
{
    private readonly TimeQueryText _text;
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
    {
        (_text, _open) = (text, open);
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
    protected override void Answer(in TimeQuery query, List<TimeQueryRow> rows) => Run(_text.Of(query), rows);

    /// <summary>Runs a statement on the connection. Opens one if there is none.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="rows">Receives the rows.</param>
    /// <exception cref="WireException">The database refuses, or the connection is lost.</exception>
    /// <exception cref="TargetException">The same failures, if a vendor's driver is the client.</exception>
    protected abstract void Run(string sql, List<TimeQueryRow> rows);

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
