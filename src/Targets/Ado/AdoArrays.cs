using System.Data.Common;
using System.Reflection;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Binds the parameters of one row to arrays of many rows, which one call executes: Oracle's <c>OracleCommand.ArrayBindCount</c>
/// and <c>OracleParameter.ArrayBindStatus</c> (ODP.NET Developer's Guide, "Array Binding"). <see cref="AdoStatements"/> creates
/// one per number of rows for <c>way=array</c>, and the lane fills it on the timed path. The arrays are typed and reused, so that
/// no value is boxed.
/// </summary>
internal sealed class AdoArrays
{
    private const string Count = "ArrayBindCount";
    private const string Status = "ArrayBindStatus";

    private readonly DbParameter[] _parameters;
    private readonly PropertyInfo _status;
    private readonly Array[] _statuses;
    private readonly int[] _sources;
    private readonly long[] _sequences;
    private readonly long[] _timestamps;
    private readonly int[] _qualities;
    private readonly double[][] _values;

    // Numbers of the provider's statuses for a missing and a present value.
    private readonly int _missing;
    private readonly int _present;

    /// <summary>Gives a command array parameters.</summary>
    /// <param name="command">The command that stores one row.</param>
    /// <param name="dialect">Names the parameters.</param>
    /// <param name="columns">Parameters per row.</param>
    /// <param name="rows">Rows per execution.</param>
    /// <exception cref="ArgumentException">The provider does not support array binding.</exception>
    public AdoArrays(DbCommand command, Dialect dialect, int columns, int rows)
    {
        _parameters = new AdoRow(command.CreateParameter, dialect, 0, columns).Parameters;
        var (count, status) = Find(command, _parameters[0]);
        var kind = status.PropertyType.GetElementType()!;
        _status = status;
        _missing = Convert.ToInt32(Enum.Parse(kind, "NullInsert"), System.Globalization.CultureInfo.InvariantCulture);
        _present = Convert.ToInt32(Enum.Parse(kind, "Success"), System.Globalization.CultureInfo.InvariantCulture);
        (_sources, _sequences, _timestamps, _qualities) = (new int[rows], new long[rows], new long[rows], new int[rows]);
        _values = [.. Enumerable.Range(AdoTable.FixedColumns, columns - AdoTable.FixedColumns).Select(_ => new double[rows])];
        _statuses = [.. _values.Select(_ => Array.CreateInstance(kind, rows))];
        count.SetValue(command, rows);
        command.Parameters.AddRange(_parameters);
    }

    /// <summary>Checks that a provider supports array binding.</summary>
    /// <param name="provider">The provider.</param>
    /// <param name="connection">A connection of this provider.</param>
    /// <exception cref="ArgumentException">It does not. The message names the remedy.</exception>
    public static void Check(AdoProvider provider, DbConnection connection)
    {
        using var command = connection.CreateCommand();
        try
        {
            Find(command, command.CreateParameter());
        }
        catch (ArgumentException e)
        {
            throw new ArgumentException(
                $"--endpoint: way=array: {provider.Version} has no array binding ({Count} of its command, {Status} of its "
                + $"parameter). Take way=rows.", e);
        }
    }

    /// <summary>Copies rows of a batch into the arrays, as many as they hold.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="first">Index of the first row.</param>
    public void Set(RecordBatch batch, int first)
    {
        int rows = _sources.Length;
        Array.Fill(_sources, batch.Source);
        for (int i = 0; i < rows; i++)
        {
            _sequences[i] = batch.FirstSequence + first + i;
            _qualities[i] = (int)batch.Qualities[first + i];
        }

        batch.Timestamps.AsSpan(first, rows).CopyTo(_timestamps);
        (_parameters[0].Value, _parameters[1].Value, _parameters[2].Value, _parameters[3].Value) =
            (_sources, _sequences, _timestamps, _qualities);
        for (int column = 0; column < _values.Length; column++)
        {
            double[] values = _values[column];
            batch.Column(column).Slice(first, rows).CopyTo(values);

            // The provider overwrites the statuses with each row's result, so they are set again for every call. An array of an
            // enumeration can be cast to an array of its numbers.
            int[] statuses = (int[])(object)_statuses[column];
            for (int i = 0; i < rows; i++)
            {
                statuses[i] = double.IsNaN(values[i]) ? _missing : _present;
            }

            var parameter = _parameters[AdoTable.FixedColumns + column];
            parameter.Value = values;
            _status.SetValue(parameter, _statuses[column]);
        }
    }

    private static (PropertyInfo Count, PropertyInfo Status) Find(DbCommand command, DbParameter parameter) =>
        command.GetType().GetProperty(Count) is { CanWrite: true } count && count.PropertyType == typeof(int)
        && parameter.GetType().GetProperty(Status) is { CanWrite: true } status
            && status.PropertyType.GetElementType() is { IsEnum: true } kind
        && Enum.GetUnderlyingType(kind) == typeof(int) && Enum.IsDefined(kind, "NullInsert") && Enum.IsDefined(kind, "Success")
            ? (count, status)
            : throw new ArgumentException("There is no array binding.");
}
