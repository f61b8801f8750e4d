using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Via;

/// <summary>
/// Stands for a service whose processes this run cannot read, so that a trial says that the use of its server is unknown.
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
