using DbIngest.Abstractions.Records;
using DuckDB.NET.Data;
using DuckDB.NET.Native;
using static DuckDB.NET.Native.NativeMethods;
using Appender = DuckDB.NET.Native.NativeMethods.Appender;

namespace DuckDb;

/// <summary>
/// Appends batches to DuckDB's table by copying each column into DuckDB's vectors, with NULL for a missing value.
/// <see cref="DuckDbWriter"/> opens one per connection and calls it on the timed path, so nothing may be allocated per record:
/// the driver's own appender takes rows and allocates about 800 bytes for each. After an exception it may hold part of a
/// batch, so it must be disposed and never used again.
/// </summary>
internal sealed unsafe class DuckDbAppender : IDisposable
{
    private static readonly int VectorRows = (int)Helpers.DuckDBVectorSize();

    private readonly DuckDB.NET.Native.DuckDBAppender _appender;
    private readonly DuckDBDataChunk _chunk;

    /// <summary>Opens an appender to the table.</summary>
    /// <param name="connection">The connection, whose transactions the appended batches belong to.</param>
    /// <param name="values">Values per record.</param>
    public DuckDbAppender(DuckDBConnection connection, int values)
    {
        Check(Appender.DuckDBAppenderCreate(connection.NativeConnection, null!, DuckDbFile.Table, out _appender));
        DuckDBType[] columns =
        [
            DuckDBType.Integer, DuckDBType.BigInt, DuckDBType.Timestamp, DuckDBType.UnsignedInteger,
            .. Enumerable.Repeat(DuckDBType.Double, values),
        ];
        var types = Array.ConvertAll(columns, LogicalType.DuckDBCreateLogicalType);
        nint[] handles = Array.ConvertAll(types, type => type.DangerousGetHandle());
        _chunk = DataChunks.DuckDBCreateDataChunk(handles, (ulong)handles.Length);
        Array.ForEach(types, type => type.Dispose());
    }

    /// <summary>Appends a batch within the connection's transaction. Does not commit.</summary>
    /// <exception cref="InvalidOperationException">DuckDB refuses the batch. The message is DuckDB's own.</exception>
    public void Append(RecordBatch batch)
    {
        for (int first = 0; first < batch.Count; first += VectorRows)
        {
            int rows = Math.Min(VectorRows, batch.Count - first);
            DataChunks.DuckDBDataChunkReset(_chunk);
            Column<int>(0, rows).Fill(batch.Source);
            var sequences = Column<long>(1, rows);
            for (int row = 0; row < rows; row++)
            {
                sequences[row] = batch.FirstSequence + first + row;
            }

            batch.Timestamps.AsSpan(first, rows).CopyTo(Column<long>(2, rows));
            batch.Qualities.AsSpan(first, rows).CopyTo(Column<uint>(3, rows));
            for (int value = 0; value < batch.Schema.ValueCount; value++)
            {
                PutValues(value + 4, batch.Column(value).Slice(first, rows));
            }

            DataChunks.DuckDBDataChunkSetSize(_chunk, (ulong)rows);
            Check(Appender.DuckDBAppendDataChunk(_appender, _chunk));
        }

        Check(Appender.DuckDBAppenderFlush(_appender));
    }

    public void Dispose()
    {
        _chunk.Dispose();
        _appender.Dispose();
    }

    /// <summary>A missing value is NULL, so that DuckDB's sums and means leave it out.</summary>
    private void PutValues(int column, ReadOnlySpan<double> values)
    {
        values.CopyTo(Column<double>(column, values.Length));
        ulong* validity = null;
        for (int row = 0; row < values.Length; row++)
        {
            if (double.IsNaN(values[row]))
            {
                if (validity is null)
                {
                    nint vector = DataChunks.DuckDBDataChunkGetVector(_chunk, column);
                    Vectors.DuckDBVectorEnsureValidityWritable(vector);
                    validity = Vectors.DuckDBVectorGetValidity(vector);
                }

                validity[row / 64] &= ~(1UL << (row % 64));
            }
        }
    }

    private Span<T> Column<T>(int column, int rows)
        where T : unmanaged =>
        new(Vectors.DuckDBVectorGetData(DataChunks.DuckDBDataChunkGetVector(_chunk, column)), rows);

    private void Check(DuckDBState state)
    {
        if (state != DuckDBState.Success)
        {
            using var error = Appender.DuckDBAppenderErrorData(_appender);
            throw new InvalidOperationException(error.Message);
        }
    }
}
