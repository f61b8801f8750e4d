namespace DbIngest.Sources.Recording;

/// <summary>
/// The part of a recording that one source replays. <see cref="RecordingWorkload"/> computes the parts of all sources once, after
/// it has copied the recording. Immutable.
/// </summary>
/// <param name="FirstRow">The part's first row.</param>
/// <param name="Rows">Number of rows in the part.</param>
/// <param name="FirstColumn">The part's first value.</param>
internal readonly record struct RecordingSlice(long FirstRow, long Rows, int FirstColumn)
{
    /// <summary>Returns the part of one of several sources.</summary>
    /// <param name="share">How they divide the recording.</param>
    /// <param name="index">The source among them, from 0.</param>
    /// <param name="rows">Rows of the recording.</param>
    /// <param name="columns">Values per record of each source.</param>
    public static RecordingSlice Of(RecordingShare share, int index, int sharers, long rows, int columns)
    {
        if (share == RecordingShare.Time)
        {
            long first = (long)((Int128)rows * index / sharers);
            return new(first, (long)((Int128)rows * (index + 1) / sharers) - first, 0);
        }

        return new(0, rows, share == RecordingShare.Channels ? index * columns : 0);
    }
}
