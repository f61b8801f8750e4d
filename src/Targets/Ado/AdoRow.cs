using System.Data;
using System.Data.Common;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Ado;

/// <summary>The parameters of one row. A value becomes an object on its way to the provider: ADO.NET knows no other.</summary>
internal sealed class AdoRow
{
    private readonly DbParameter[] _parameters;

    /// <summary>Makes the parameters.</summary>
    /// <param name="make">Makes one.</param>
    /// <param name="dialect">Names them.</param>
    /// <param name="first">The number of the first.</param>
    /// <param name="columns">How many.</param>
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

    /// <summary>Takes a record's values.</summary>
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
