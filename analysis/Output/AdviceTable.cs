using System.Globalization;
using DbIngest.Analysis.Advise;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats an advice as a table, one row per store. The verb <c>advise</c> prints it, and <c>AdviceFiles</c> writes it. It
/// computes no figure, and says so where a figure has no interval.
/// </summary>
public static class AdviceTable
{
    private const double BytesPerKb = 1e3;
    private static readonly string[] Units = ["bytes", "KB", "MB", "GB", "TB", "PB", "EB"];

    /// <summary>Formats the table.</summary>
    public static TextTable Of(Advice advice) => new()
    {
        Title = string.Create(CultureInfo.InvariantCulture,
            $"{advice.Request.RecordsPerS:#,0} records/s with {advice.Request.Limit.Words(isMix: false)}, "
            + $"kept {advice.Request.Keep}; intervals at {advice.Confidence:0.## %}"),
        Headers = ["store", "rate", "margin", "sustainable records/s", "bytes/record", $"disk after {advice.Request.Keep}",
            "weakest evidence"],
        RightAligned = [false, false, true, true, true, true, false],
        Ranks = [0, 0, 0, 4, 5, 0, 6],
        Rows =
        [
            .. advice.Stores.Select(store => (IReadOnlyList<string>)
            [
                store.Store,
                EnumWords.Spaced(store.Verdict),
                store.MarginAtLeast is { } least ? "x" + Three(least) + " or more"
                    : Borne(store.Margin, store.MarginInterval, number => "x" + Three(number), Three),
                Borne(store.SustainableRecordsPerS, store.IntervalRecordsPerS, number => NumberText.Whole(number),
                    number => NumberText.Whole(number)),
                Borne(store.BytesPerRecord, store.IntervalBytesPerRecord, Four, Four),
                Bytes(store.DiskBytes, store.IntervalDiskBytes),
                string.Join(string.Empty, store.Weakest.Concat(store.NotMeasured).Take(1)),
            ]),
        ],
        Notes =
        [
            "A margin is the sustainable rate / the asked one. A store holds the rate when its whole interval does, and is open "
                + "when the interval contains it.",
            "Disk is the line of stored bytes over records, at all records that are kept. Its interval holds what trials "
                + FormattableString.Invariant(
                    $"and sizes differ by, and {100 * ExtrapolationAllowance.ShareOfTenfold:0} % to either side ")
                + "for each tenfold beyond the largest store that was measured.",
        ],
    };

    private static string Borne(double? value, Interval? interval, Func<double, string> first, Func<double, string> bound) =>
        value is not { } number ? string.Empty
            : interval is { } range ? $"{first(number)} [{bound(range.Low)}, {bound(range.High)}]"
            : $"{first(number)}, no interval";

    private static string Three(double number) => number.ToString(
        Math.Abs(number) switch { >= 100 => "#,0", >= 10 => "0.0", _ => "0.00" }, CultureInfo.InvariantCulture);

    /// <summary>A digit more, since intervals of disk space are narrow.</summary>
    private static string Four(double number) => number.ToString(
        Math.Abs(number) switch { >= 1000 => "#,0", >= 100 => "0.0", >= 10 => "0.00", _ => "0.000" },
        CultureInfo.InvariantCulture);

    /// <summary>Bytes with their interval, all in the unit of the figure.</summary>
    private static string Bytes(double? value, Interval? interval)
    {
        int unit = 0;
        double scale = 1;
        while (Math.Abs(value ?? 0) / scale >= BytesPerKb && unit < Units.Length - 1)
        {
            scale *= BytesPerKb;
            unit++;
        }

        return value is null ? string.Empty : Borne(value / scale, interval?.Times(1 / scale), Four, Four) + " " + Units[unit];
    }
}
