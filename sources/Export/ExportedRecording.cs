namespace DbIngest.Sources.Export;

/// <summary>
/// Result of an export of an input. <see cref="RecordingExport.Write"/> returns it. <c>SourcesVerb</c> prints it after
/// <c>sources export</c>. Immutable.
/// </summary>
/// <param name="Files">The files that were written.</param>
/// <param name="Records">Number of records in them.</param>
/// <param name="Values">Number of values per record.</param>
/// <param name="Facts">What the reader determined about the input.</param>
public sealed record ExportedRecording(IReadOnlyList<string> Files, long Records, int Values,
    IReadOnlyDictionary<string, string> Facts);
