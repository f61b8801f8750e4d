namespace DbIngest.Analysis.Advise;

/// <summary>
/// Widens the interval of the disk space in an advice for a store that is larger than any measured one. A line of bytes over
/// records cannot know its pages that split, numbers that take more bytes, larger files and compactions.
/// <see cref="StoreEvidence"/> adds the share to the interval, and <c>AdviceTable</c> states it in a note. The disk space itself
/// must stay that of the line.
/// </summary>
internal static class ExtrapolationAllowance
{
    /// <summary>
    /// Half width per tenfold of records, as a share of the disk space. Chosen after a check on ten stores that were 6 to
    /// 32 times larger than the ones measured before (docs/how-to/choose-a-store.md, "How far to trust the disk space").
    /// </summary>
    public const double ShareOfTenfold = 0.05;

    /// <summary>Half width that the interval of the disk space gets in addition, as a share of that disk space.</summary>
    /// <param name="times">Asked records / most records that a measured store held.</param>
    /// <returns>0 up to 1: the asked store is then no larger than a measured one.</returns>
    public static double ShareOf(double times) => times > 1 ? ShareOfTenfold * Math.Log10(times) : 0;
}
