using System.Data;
using System.Data.Common;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Ado;

/// <summary>
/// The parameters of one row of an INSERT. <see cref="AdoStatements"/> creates them once per statement, and the lane sets their
/// values on the timed path. <see cref="AdoArrays"/> takes the parameters alone. ADO.NET's parameters take objects, so each
/// value is boxed. A missing value (NaN) becomes NULL. The columns must have the order of <see cref="AdoTable"/>.
/// </summary>
internal sealed class AdoRow
{
    private readonly DbParameter[] _parameters;

    /// <summary>Creates the parameters.</summary>
    /// <param name="make">Creates a parameter of the provider.</param>
    /// <param name="dialect">Names the parameters.</param>
    /// <param name="first">Number of the first parameter, from 0.</param>
    /// <param name="columns">Number of parameters.</param>
    public AdoRow(Func<DbParameter> make, Dialect dialect, int first, int columns)
    {
        _parameters = new DbParameter[columns];
        for (int i = 0; i < columns; i++)
        {
            var parameter = make();
            parameter.ParameterName = dialect.ParameterName(first + i);
            parameter.DbType = i switch { 0 or 3 => DbType.Int32, 1 or 2 => DbType.Int64, _ => DbType.Double };
            _parameters[i] = parameter;
        }
    }

    public DbParameter[] Parameters => _parameters;

    /// <summary>Sets the values of one record.</summary>
    public void Set(RecordBatch batch, int row)
    {
        _parameters[0].Value = batch.Source;
        _parameters[1].Value = batch.FirstSequence + row;
        _parameters[2].Value = batch.Timestamps[row];
        _parameters[3].Value = (int)batch.Qualities[row];
        double[] values = batch.Values;
        for (int i = AdoTable.FixedColumns; i < _parameters.Length; i++, row += batch.Capacity)
        {
            _parameters[i].Value = double.IsNaN(values[row]) ? DBNull.Value : values[row];
        }
    }
}
