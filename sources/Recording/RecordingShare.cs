namespace DbIngest.Sources.Recording;

/// <summary>What several sources replay that have one recording between them.</summary>
internal enum RecordingShare
{
    /// <summary>Each a part of its time, as long as the others'.</summary>
    Time,

    /// <summary>Each some of its channels, as many as the others.</summary>
    Channels,

    /// <summary>Each the whole of it.</summary>
    All,
}
