namespace DbIngest.Analysis.Publish;

/// <summary>
/// One line of a list of checksums, with the state of its file. <see cref="Sha256Sums"/> creates it, and <c>ResultCheck</c>
/// reports it.
/// </summary>
/// <param name="Line">Number of the line, from 1.</param>
/// <param name="Name">The name in the list. Empty for an unreadable line.</param>
/// <param name="Path">Full path of the file. Empty for an unreadable line.</param>
/// <param name="State">Whether the file is as the list says.</param>
public sealed record ListedFile(int Line, string Name, string Path, ListedFileState State);
