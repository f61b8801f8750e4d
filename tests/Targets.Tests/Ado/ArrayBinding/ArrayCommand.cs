using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Text.RegularExpressions;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Tests.Ado.ArrayBinding;

/// <summary>
/// A command of the stand-in: parameters by place, and with <see cref="ArrayBindCount"/> a row for each element of their arrays.
/// </summary>
public sealed partial class ArrayCommand : DbCommand
{
    private readonly SqliteCommand _inner;

    internal ArrayCommand(DbConnection connection, SqliteCommand inner) => (DbConnection, _inner) = (connection, inner);

    /// <summary>How often commands were prepared on this thread.</summary>
    [field: ThreadStatic]
    internal static int Preparations { get; set; }

    /// <summary>Elements of each parameter's array; 0 where values are no arrays.</summary>
    public int ArrayBindCount { get; set; }

    [AllowNull]
    public override string CommandText
    {
        get => _inner.CommandText;
        set => _inner.CommandText = value;
    }

    public override int CommandTimeout
    {
        get => _inner.CommandTimeout;
        set => _inner.CommandTimeout = value;
    }

    public override CommandType CommandType { get; set; } = CommandType.Text;

    public override bool DesignTimeVisible { get; set; }

    public override UpdateRowSource UpdatedRowSource { get; set; }

    protected override DbConnection? DbConnection { get; set; }

    protected override DbParameterCollection DbParameterCollection { get; } = new ArrayParameters();

    protected override DbTransaction? DbTransaction
    {
        get => _inner.Transaction;
        set => _inner.Transaction = (SqliteTransaction?)value;
    }

    private IReadOnlyList<ArrayParameter> All => ((ArrayParameters)DbParameterCollection).All;

    public override void Cancel() => _inner.Cancel();

    public override void Prepare() => Preparations++;

    /// <summary>
    /// The rows of all elements together. An element that is refused ends it, and those before it stay until the transaction is
    /// rolled back.
    /// </summary>
    public override int ExecuteNonQuery()
    {
        if (ArrayBindCount == 0)
        {
            Bind(null);
            return _inner.ExecuteNonQuery();
        }

        ArrayFactory.Seen = (ArrayFactory.Seen.Calls + 1, Math.Max(ArrayFactory.Seen.MostRows, ArrayBindCount));
        int rows = 0;
        for (int i = 0; i < ArrayBindCount; i++)
        {
            Bind(i);
            rows += _inner.ExecuteNonQuery();
        }

        foreach (var parameter in All)
        {
            // After the call it says what became of each.
            parameter.ArrayBindStatus?.AsSpan().Fill(ArrayStatus.Truncation);
        }

        return rows;
    }

    public override object? ExecuteScalar()
    {
        Bind(null);
        return _inner.ExecuteScalar();
    }

    protected override DbDataReader ExecuteDbDataReader(CommandBehavior behavior)
    {
        Bind(null);
        return _inner.ExecuteReader(behavior);
    }

    protected override DbParameter CreateDbParameter() => new ArrayParameter();

    protected override void Dispose(bool disposing)
    {
        _inner.Dispose();
        base.Dispose(disposing);
    }

    private void Bind(int? element)
    {
        _inner.Parameters.Clear();
        var places = Place().Matches(CommandText);
        if (places.Count != All.Count)
        {
            throw new InvalidOperationException($"ORA-01008: {places.Count} places and {All.Count} parameters.");
        }

        for (int i = 0; i < All.Count; i++)
        {
            object? value = All[i].Value;
            if (element is { } index)
            {
                var array = value as Array ?? throw new InvalidOperationException("The value of a parameter is no array.");
                value = array.Length < ArrayBindCount
                    ? throw new InvalidOperationException("An array is shorter than ArrayBindCount.")
                    : All[i].ArrayBindStatus is { } status && status[index] == ArrayStatus.NullInsert ? DBNull.Value
                    : array.GetValue(index) is double number && !double.IsFinite(number)
                        ? throw new InvalidOperationException("A number that is none.")
                    : All[i].ArrayBindStatus is { } said && said[index] != ArrayStatus.Success
                        ? throw new InvalidOperationException(
                        "ArrayBindStatus: what became of an element is no word on what is to be.")
                    : array.GetValue(index);
            }
            else if (value is Array)
            {
                throw new InvalidOperationException("The value of a parameter is an array, and ArrayBindCount is 0.");
            }

            _inner.Parameters.AddWithValue(places[i].Value, value ?? DBNull.Value);
        }
    }

    [GeneratedRegex(":[a-z0-9_]+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Place();
}
