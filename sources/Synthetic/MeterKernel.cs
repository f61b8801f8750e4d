using System.Runtime.CompilerServices;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Computes the nine values of the three-phase meter for rows of one block: three voltages (V), three currents (A), active power
/// (W), reactive power (var) and frequency (Hz). <see cref="SyntheticSource.Fill"/> calls it for every batch on the timed path,
/// so it must allocate nothing. Every width must give the same bits: operations keep their order and are never fused. A change of
/// a formula or constant changes the data, and so requires a new <see cref="SyntheticWorkload.Version"/>.
/// </summary>
/// <typeparam name="TRows">The type that computes one, four or eight rows at once.</typeparam>
internal static class MeterKernel<TRows>
    where TRows : struct, IRows<TRows>
{
    private const double CurrentNoise = 0.06;
    private const double FrequencyNoise = 0.004;

    /// <summary>
    /// Computes rows in whole groups, as many as fit into <paramref name="count"/>. The caller computes the rows that are left
    /// with <see cref="OneRow"/>.
    /// </summary>
    /// <param name="block">The block of the rows.</param>
    /// <param name="keys">The noise states at the first row: three voltages, three currents, frequency.</param>
    /// <param name="columns">
    /// For each of the nine values, the address that receives its first row. Behind it is room for <paramref name="count"/> rows.
    /// </param>
    /// <param name="row">Place of the first row in the block, from 0.</param>
    /// <param name="count">Rows to compute. The last of them must lie in the block, which has 64 rows.</param>
    /// <returns>The number of rows computed: a multiple of the width, at most <paramref name="count"/>.</returns>
    public static unsafe int Run(in MeterBlock block, ulong* keys, double** columns, int row, int count)
    {
        int done = 0;
        for (; done + TRows.Count <= count; done += TRows.Count)
        {
            ulong step = (ulong)done * Noise.Gamma;
            var x = TRows.Ramp(row + done);
            var i1 = Current(block.L1, x, keys[3] + step);
            var i2 = Current(block.L2, x, keys[4] + step);
            var i3 = Current(block.L3, x, keys[5] + step);
            var u1 = Voltage(block.L1, x, i1, keys[0] + step);
            var u2 = Voltage(block.L2, x, i2, keys[1] + step);
            var u3 = Voltage(block.L3, x, i3, keys[2] + step);
            var s1 = u1 * i1;
            var s2 = u2 * i2;
            var s3 = u3 * i3;
            u1.Store(columns[0] + done);
            u2.Store(columns[1] + done);
            u3.Store(columns[2] + done);
            i1.Store(columns[3] + done);
            i2.Store(columns[4] + done);
            i3.Store(columns[5] + done);
            ((s1 * TRows.Broadcast(block.L1.CosPhi)) + (s2 * TRows.Broadcast(block.L2.CosPhi))
                + (s3 * TRows.Broadcast(block.L3.CosPhi)))
                .Store(columns[6] + done);
            ((s1 * TRows.Broadcast(block.L1.SinPhi)) + (s2 * TRows.Broadcast(block.L2.SinPhi))
                + (s3 * TRows.Broadcast(block.L3.SinPhi)))
                .Store(columns[7] + done);
            NoisyLine<TRows>.At(block.Frequency, block.FrequencySlope, FrequencyNoise, x, keys[6] + step)
                .Store(columns[8] + done);
        }

        return done;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TRows Current(in PhaseBlock phase, TRows x, ulong noise) =>
        (TRows.Broadcast(phase.Current) + (TRows.Broadcast(phase.CurrentSlope) * x))
        * (TRows.Broadcast(1) + (TRows.Broadcast(CurrentNoise) * TRows.Noise(noise)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TRows Voltage(in PhaseBlock phase, TRows x, TRows current, ulong noise) =>
        NoisyLine<TRows>.At(phase.Voltage, phase.VoltageSlope, phase.VoltageNoise, x, noise)
        - (TRows.Broadcast(phase.Resistance) * current);
}
