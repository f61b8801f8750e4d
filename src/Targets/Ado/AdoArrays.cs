using System.Data.Common;
using System.Reflection;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Ado;

/// <summary>
/// The parameters of one row as arrays of many, carried out in one call: what Oracle's providers have by
/// <c>OracleCommand.ArrayBindCount</c> and <c>OracleParameter.ArrayBindStatus</c> (ODP.NET Developer's Guide, "Array Binding").
/// Values are in arrays of their own type, so that none of them becomes an object.
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
    private readonly int _missing;
    private readonly int _present;

    /// <summary>Gives a command parameters for so many rows at once.</summary>
    /// <param name="command">The command that stores one row.</param>
    /// <param name="dialect">Names the parameters.</param>
    /// <param name="columns">Parameters of a row.</param>
    /// <param name="rows">How many.</param>
    /// <exception cref="ArgumentException">The provider has none.</exception>
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

    /// <summary>Makes sure that a provider has it.</summary>
    /// <param name="provider">The provider.</param>
    /// <param name="connection">A connection of its.</param>
    /// <exception cref="ArgumentException">It has not.</exception>
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

    /// <summary>Takes as many of a batch's rows as there are, from one on.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="first">The first row.</param>
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

            // The provider writes into it what became of each: it is set anew each time. An array of an enumeration is one of its
            // numbers.
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
