using System.Runtime.CompilerServices;

namespace DbIngest.Sources.Synthetic;

/// <summary>A straight line with noise on it: <c>start + slope * x + amplitude * noise</c>.</summary>
/// <typeparam name="TRows">How many rows are computed at once.</typeparam>
internal static class Line<TRows>
    where TRows : struct, IRows<TRows>
{
    /// <summary>The values of one group of rows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TRows At(double start, double slope, double amplitude, TRows x, ulong noise) =>
        TRows.Broadcast(start) + (TRows.Broadcast(slope) * x) + (TRows.Broadcast(amplitude) * TRows.Noise(noise));

    /// <summary>Computes as many whole groups of rows as there are.</summary>
    /// <returns>How many rows were computed.</returns>
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
