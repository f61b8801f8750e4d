using System.Collections;
using System.Data.Common;

namespace DbIngest.Targets;

/// <summary>
/// Base class that presents a batch to a driver as rows and columns: one result, forward only, of whole numbers and doubles.
/// <see cref="BatchReader"/> and <see cref="Ado.AdoBatchReader"/> define the columns. A driver's bulk copy reads each batch
/// through one on the timed path.
/// </summary>
/// <remarks>
/// A getter of another type than these throws, so a driver that asks for text or a date fails at its first row. A derived class
/// that serves such a driver must override the getter.
/// </remarks>
internal abstract class RecordRows : DbDataReader
{
    public override int Depth => 0;

    public override bool IsClosed => false;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    public override int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, FieldCount);
        for (int i = 0; i < count; i++)
        {
            values[i] = GetValue(i);
        }

        return count;
    }

    public override string GetDataTypeName(int ordinal) => GetFieldType(ordinal).Name;

    public override bool NextResult() => false;

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    public override int GetOrdinal(string name) => throw Other();

    public override string GetString(int ordinal) => throw Other();

    public override bool GetBoolean(int ordinal) => throw Other();

    public override byte GetByte(int ordinal) => throw Other();

    public override char GetChar(int ordinal) => throw Other();

    public override DateTime GetDateTime(int ordinal) => throw Other();

    public override decimal GetDecimal(int ordinal) => throw Other();

    public override float GetFloat(int ordinal) => throw Other();

    public override Guid GetGuid(int ordinal) => throw Other();

    public override short GetInt16(int ordinal) => throw Other();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) => throw Other();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) => throw Other();

    private static InvalidCastException Other() => new("The columns are whole numbers of 32 and 64 bits, and doubles.");
}
