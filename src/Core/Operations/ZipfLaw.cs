using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Operations;

/// <summary>
/// Draws ranks by Zipf's law with exponent 0.99, exact for any number of ranks: rank k (from 1) has probability k^-0.99 / H.
/// <see cref="OperationStream"/> and <c>SharedStream</c> each own one and draw by it which record a lane reads or changes, so it
/// allocates nothing and needs no table when the number of ranks grows. Their replays in the audit draw the same again, so a
/// change must increase <see cref="OperationRequest.Law"/>.
/// </summary>
/// <remarks>
/// Rejection-inversion: W. Hörmann and G. Derflinger, "Rejection-inversion to generate variates from monotone discrete
/// distributions", ACM TOMACS 6(3), 1996, pages 169 to 184. It accepts more than nine draws of ten.
/// </remarks>
internal struct ZipfLaw
{
    /// <summary>The exponent of YCSB's workloads.</summary>
    public const double Exponent = 0.99;

    private const double Rest = 1 - Exponent;

    // Accepts the part of each rank's bar that lies under the hat without evaluating it.
    private static readonly double Shortcut = 2 - InverseIntegral(Integral(2.5) - Density(2));
    private static readonly double First = Integral(1.5) - 1;

    private long _count;
    private double _last;

    /// <summary>Draws a rank.</summary>
    /// <param name="bits">
    /// 64 uniform random bits. Repeated draws derive more bits from them, so that a lane's own stream always advances by one.
    /// </param>
    /// <param name="count">Number of ranks, at least 1.</param>
    /// <returns>The rank, from 0 (the most popular) to <paramref name="count"/> - 1.</returns>
    public long Draw(ulong bits, long count)
    {
        if (count != _count)
        {
            _count = count;
            _last = Integral(count + 0.5);
        }

        var random = new SplitMix64(bits);
        while (true)
        {
            double u = _last + (random.NextDouble() * (First - _last));
            double x = InverseIntegral(u);
            long rank = Math.Clamp((long)(x + 0.5), 1, count);
            if (rank - x <= Shortcut || u >= Integral(rank + 0.5) - Density(rank))
            {
                return rank - 1;
            }
        }
    }

    private static double Density(double x) => Math.Pow(x, -Exponent);

    /// <summary>The integral of the density from 1 to x.</summary>
    private static double Integral(double x) => (Math.Pow(x, Rest) - 1) / Rest;

    private static double InverseIntegral(double area) => Math.Pow(1 + (area * Rest), 1 / Rest);
}
