using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Via;

/// <summary>
/// The reader of a service whose processes this run cannot read. Trials then report that the resource use of the server is
/// unknown. <see cref="RemoteServiceTarget"/> opens it. A reading must never be zero in place of unknown.
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
