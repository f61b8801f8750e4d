namespace DbIngest.Analysis.Publish;

/// <summary>
/// The state of a file against its line in a list of checksums. <see cref="Sha256Sums"/> decides it. <see cref="PublishFiles"/>
/// copies unchanged files only, and <see cref="ResultLinks"/> follows links to them. <c>ResultCheck</c> reports every other state
/// as an error by a message.
/// </summary>
public enum ListedFileState
{
    /// <summary>The file has the checksum.</summary>
    Unchanged,

    /// <summary>The file has another checksum.</summary>
    Changed,

    /// <summary>The file does not exist.</summary>
    Missing,

    /// <summary>The list names a file outside of its folder, which is never read.</summary>
    Outside,

    /// <summary>The line is not a checksum and a name.</summary>
    Unreadable,

    /// <summary>The list names a pipe, a device or a socket, which is never read.</summary>
    Special,
}
