using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Servers;

/// <summary>
/// The reader of a database or service whose processes this run cannot read, because they run elsewhere or under another account.
/// Targets of server databases and <c>RemoteServiceTarget</c> open it for a trial. Trials then report that the resource use of
/// the server is unknown, also where other parts of it are read. A reading must never be zero in place of unknown.
/// </summary>
internal sealed class UnmeasuredReader : IResourceReader
{
    /// <inheritdoc/>
    public int Cores => 0;

    /// <inheritdoc/>
    public bool IsOfThisMachine => false;

    /// <inheritdoc/>
    public bool IsMeasured => false;

    /// <inheritdoc/>
    public ResourceReading? Read() => null;
}
