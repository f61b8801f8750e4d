using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Via;

/// <summary>
/// Gives a reader a name, so that a trial stores the resource use of service and database, or of both databases of a hybrid,
/// apart. <see cref="ViaServiceTarget"/>, <see cref="RemoteServiceTarget"/> and <c>HybridTarget</c> open one for each reader of a
/// trial. Results store the name, so a name must not change. It adds nothing to what the reader measures, and nothing about the
/// machine as a whole.
/// </summary>
/// <param name="node">The name in results.</param>
/// <param name="reader">The reader.</param>
internal sealed class NamedReader(string node, IResourceReader reader) : INodeReader
{
    /// <inheritdoc/>
    public string Node => node;

    /// <inheritdoc/>
    public string Machine => reader.IsOfThisMachine ? "this" : node;

    /// <inheritdoc/>
    public int Cores => reader.Cores;

    /// <inheritdoc/>
    public bool IsOfThisMachine => reader.IsOfThisMachine;

    /// <inheritdoc/>
    public bool IsMeasured => reader.IsMeasured;

    /// <inheritdoc/>
    public MachineSpan? Whole => null;

    /// <inheritdoc/>
    public void Ask()
    {
    }

    /// <inheritdoc/>
    public ResourceReading? Read() => reader.Read();
}
