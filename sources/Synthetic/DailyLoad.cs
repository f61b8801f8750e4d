namespace DbIngest.Sources.Synthetic;

/// <summary>
/// The load of a household over a day, relative to its mean: low at night, a morning peak at 7:30 and a higher evening peak at
/// 19:00. <see cref="MeterPhase"/> scales its current by it. The shape follows published standard load profiles of households.
/// The numbers are this project's, and changing one requires a new <see cref="SyntheticWorkload.Version"/>.
/// </summary>
internal static class DailyLoad
{
    /// <summary>Blocks of <see cref="MeterBlock.Rows"/> seconds per day.</summary>
    public const int BlocksPerDay = 86_400 / MeterBlock.Rows;

    private static readonly double[] HalfHours =
    [
        0.56, 0.50, 0.45, 0.42, 0.40, 0.39, 0.38, 0.38, 0.38, 0.40, 0.46, 0.58,
        0.78, 1.04, 1.26, 1.34, 1.28, 1.18, 1.10, 1.05, 1.02, 1.02, 1.06, 1.14,
        1.24, 1.26, 1.18, 1.08, 1.00, 0.95, 0.92, 0.93, 0.98, 1.08, 1.24, 1.44,
        1.64, 1.80, 1.86, 1.82, 1.74, 1.64, 1.52, 1.38, 1.22, 1.04, 0.86, 0.70,
    ];

    private static readonly double[] Blocks = Interpolate();

    /// <summary>Returns the load at the start of a block, interpolated between half hours: 0.38 to 1.86.</summary>
    /// <param name="block">The block, counted from midnight of any day; not negative.</param>
    public static double At(long block) => Blocks[block % BlocksPerDay];

    private static double[] Interpolate()
    {
        var blocks = new double[BlocksPerDay];
        for (int block = 0; block < BlocksPerDay; block++)
        {
            double position = block * (double)HalfHours.Length / BlocksPerDay;
            int before = (int)position;
            double start = HalfHours[before];
            double end = HalfHours[(before + 1) % HalfHours.Length];
            blocks[block] = start + ((end - start) * (position - before));
        }

        return blocks;
    }
}
