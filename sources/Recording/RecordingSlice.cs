namespace DbIngest.Sources.Recording;

/// <summary>The part of a recording that one source replays.</summary>
/// <param name="FirstRow">Its first row.</param>
/// <param name="Rows">Its rows.</param>
/// <param name="FirstColumn">Its first value.</param>
internal readonly record struct RecordingSlice(long FirstRow, long Rows, int FirstColumn)
{
    /// <summary>The part of one of several sources.</summary>
    /// <param name="share">How they share.</param>
    /// <param name="index">Which of them, from 0.</param>
    /// <param name="sharers">How many they are.</param>
    /// <param name="rows">Rows of the recording.</param>
    /// <param name="columns">Values of a record of each source.</param>
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
