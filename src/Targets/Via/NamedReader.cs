using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Via;

/// <summary>
/// Gives a reader a name, so that a trial stores the use of service and database apart. <see cref="ViaServiceTarget"/> opens one
/// for each.
/// </summary>
/// <param name="node">The name.</param>
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
    public MachineSpan? Whole => null;

    /// <inheritdoc/>
    public void Ask()
    {
    }

    /// <inheritdoc/>
    public ResourceReading? Read() => reader.Read();
}
