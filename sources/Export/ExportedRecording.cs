namespace DbIngest.Sources.Export;

/// <summary>Result of an export of an input.</summary>
/// <param name="Files">The files that were written.</param>
/// <param name="Records">Number of records in them.</param>
/// <param name="Values">Number of values per record.</param>
/// <param name="Facts">What the reader found out about the input.</param>
public sealed record ExportedRecording(IReadOnlyList<string> Files, long Records, int Values,
    IReadOnlyDictionary<string, string> Facts);
