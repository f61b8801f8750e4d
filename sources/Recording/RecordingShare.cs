namespace DbIngest.Sources.Recording;

/// <summary>
/// How several sources divide one recording. The input option <c>share=</c> chooses it. <see cref="RecordingSlice"/> gives each
/// source its part.
/// </summary>
internal enum RecordingShare
{
    /// <summary>Each source has an equal part of the rows, in their order. The default.</summary>
    Time,

    /// <summary>Each source has an equal part of the channels.</summary>
    Channels,

    /// <summary>Each source has the whole recording.</summary>
    All,
}
