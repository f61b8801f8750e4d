using System.Runtime.CompilerServices;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Computes a straight line with noise: <c>start + slope * x + amplitude * noise</c>. <see cref="SyntheticSource.Fill"/> calls it
/// for every value of a further channel, <see cref="MeterKernel{TRows}"/> for voltages and frequency. Allocates nothing.
/// </summary>
/// <typeparam name="TRows">The type that computes one, four or eight rows at once.</typeparam>
internal static class NoisyLine<TRows>
    where TRows : struct, IRows<TRows>
{
    /// <summary>Computes one group of rows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TRows At(double start, double slope, double amplitude, TRows x, ulong noise) =>
        TRows.Broadcast(start) + (TRows.Broadcast(slope) * x) + (TRows.Broadcast(amplitude) * TRows.Noise(noise));

    /// <summary>Computes all whole groups of rows.</summary>
    /// <returns>The number of rows computed.</returns>
    public static unsafe int Run(double start, double slope, double amplitude, ulong noise, double* column, int row, int count)
    {
        int done = 0;
        for (; done + TRows.Count <= count; done += TRows.Count)
        {
            At(start, slope, amplitude, TRows.Ramp(row + done), noise + ((ulong)done * Noise.Gamma)).Store(column + done);
        }

        return done;
    }
}
