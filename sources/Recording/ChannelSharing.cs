using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>
/// Divides a recording among sources by channel (input option <c>share=channels</c>): equal shares, whose records have the same
/// shape. It computes this shape only, and <see cref="RecordingSlice"/> picks the channels of each source.
/// <see cref="RecordingWorkload"/> calls it once, and gets an exception when the values cannot be divided equally.
/// </summary>
internal static class ChannelSharing
{
    /// <summary>
    /// Returns the shape of the records of each source: <c>channel_1</c> and so on, with a unit where the channels of all sources
    /// have the same.
    /// </summary>
    /// <param name="name">The input's name.</param>
    /// <param name="whole">The shape of the recording.</param>
    /// <param name="sharers">Number of sources that share it.</param>
    /// <exception cref="InputException">The values cannot be divided equally.</exception>
    public static RecordSchema SchemaOf(string name, RecordSchema whole, int sharers)
    {
        if (whole.ValueCount % sharers != 0)
        {
            throw new InputException(
                $"{name}: {whole.ValueCount} values cannot be shared equally by {sharers} sources. Choose columns or another "
                + $"number of sources, or share=time.");
        }

        int each = whole.ValueCount / sharers;
        return new RecordSchema([.. Enumerable.Range(0, each).Select(i => Column(whole, i, each))]);
    }

    private static ValueColumn Column(RecordSchema whole, int index, int each)
    {
        string unit = whole.Values[index].Unit;
        bool same = Enumerable.Range(0, whole.ValueCount / each).All(share => whole.Values[(share * each) + index].Unit == unit);
        return new("channel_" + (index + 1).ToString(CultureInfo.InvariantCulture), same ? unit : string.Empty);
    }
}
