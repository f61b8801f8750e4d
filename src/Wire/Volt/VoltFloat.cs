namespace DbIngest.Wire.Volt;

/// <summary>
/// Converts between NaN and the FLOAT that VoltDB treats as NULL: -1.7e308 and every smaller double (VoltDB, Javadoc of
/// <c>org.voltdb.VoltType</c>). <c>VoltCalls</c> calls it for every value that a writer sends, <c>VoltRow</c> for every value
/// that is read. A writer must refuse values that would become NULL. Pure functions that allocate nothing.
/// </summary>
public static class VoltFloat
{
    /// <summary>The largest double that means NULL.</summary>
    public const double Null = -1.7e308;

    private static readonly long NullBits = BitConverter.DoubleToInt64Bits(Null);

    /// <summary>The bits to send for a value.</summary>
    /// <param name="value">A double larger than <see cref="Null"/>, or NaN for NULL.</param>
    public static long Bits(double value) => double.IsNaN(value) ? NullBits : BitConverter.DoubleToInt64Bits(value);

    /// <summary>The value of a received double; NaN for NULL.</summary>
    public static double Value(double received) => received <= Null ? double.NaN : received;
}
