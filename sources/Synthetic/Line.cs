using System.Runtime.CompilerServices;

namespace DbIngest.Sources.Synthetic;

/// <summary>A straight line with noise on it: <c>start + slope * x + amplitude * noise</c>.</summary>
/// <typeparam name="TLanes">How many rows are computed at once.</typeparam>
internal static class Line<TLanes>
    where TLanes : struct, ILanes<TLanes>
{
    /// <summary>The values of one group of lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TLanes At(double start, double slope, double amplitude, TLanes x, ulong noise) =>
        TLanes.Broadcast(start) + (TLanes.Broadcast(slope) * x) + (TLanes.Broadcast(amplitude) * TLanes.Noise(noise));

    /// <summary>Computes as many whole groups of lanes as there are.</summary>
    /// <returns>How many rows were computed.</returns>
    public static unsafe int Run(double start, double slope, double amplitude, ulong noise, double* column, int row, int count)
    {
        int done = 0;
        for (; done + TLanes.Count <= count; done += TLanes.Count)
        {
            At(start, slope, amplitude, TLanes.Ramp(row + done), noise + ((ulong)done * Noise.Gamma)).Store(column + done);
        }

        return done;
    }
}
