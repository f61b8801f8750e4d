namespace DbIngest.Sources.Export;

/// <summary>What the records of an input were written to.</summary>
/// <param name="Files">The files that were written.</param>
/// <param name="Records">The records in them.</param>
/// <param name="Values">The values of a record.</param>
/// <param name="Facts">What was found out about the input, and what was odd.</param>
public sealed record ExportedRecording(IReadOnlyList<string> Files, long Records, int Values, IReadOnlyDictionary<string, string> Facts);
