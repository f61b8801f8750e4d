namespace DbIngest.Wire.Volt;

/// <summary>NULL of the type FLOAT: a double like others, and so is every smaller one (VoltDB, Javadoc of <c>org.voltdb.VoltType</c>).</summary>
public static class VoltFloat
{
    /// <summary>The largest double that is NULL.</summary>
    public const double Null = -1.7e308;

    private static readonly long NullBits = BitConverter.DoubleToInt64Bits(Null);

    /// <summary>The bits to be sent.</summary>
    /// <param name="value">A double larger than <see cref="Null"/>, or NaN for NULL.</param>
    public static long Bits(double value) => double.IsNaN(value) ? NullBits : BitConverter.DoubleToInt64Bits(value);

    /// <summary>The value that was received.</summary>
    /// <param name="received">The double as it was received.</param>
    /// <returns>It, or NaN for NULL.</returns>
    public static double Value(double received) => received <= Null ? double.NaN : received;
}
