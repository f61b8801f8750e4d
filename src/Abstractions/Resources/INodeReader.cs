namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Reads the resource use of one node of a deployment, on a machine that the node may share with other nodes. Results list it
/// under the name of the node. A target opens one per node (<see cref="Targets.ITarget.OpenReaders"/>), and with <c>--via</c> one
/// for the service. <c>ResourceGroup</c> of a trial's sampler calls <see cref="Ask"/> on all nodes and then reads each, so
/// <see cref="Ask"/> must not wait. One thread at a time calls it.
/// </summary>
public interface INodeReader : IResourceReader
{
    /// <summary>Name of the node.</summary>
    string Node { get; }

    /// <summary>
    /// Identifies the machine. The cores of nodes with the same value count once, and so do those of this machine whatever their
    /// value.
    /// </summary>
    string Machine { get; }

    /// <summary>
    /// Identifies the network interfaces whose traffic is read, if other nodes may read the same ones: a sum counts them once.
    /// Null if they belong to the node.
    /// </summary>
    string? Network => null;

    /// <summary>
    /// Requests a reading and returns at once. The next <see cref="IResourceReader.Read"/> returns that reading, so nodes answer
    /// in parallel.
    /// </summary>
    void Ask();

    /// <summary>
    /// What all programs of the machine used since the reader was opened, up to the latest reading. Null if unknown.
    /// </summary>
    MachineSpan? Whole { get; }
}

/// <summary>
/// What all programs of a machine used over a span of time. <see cref="INodeReader.Whole"/> returns it, so that a trial can tell
/// the load of its nodes from that of other programs.
/// </summary>
/// <param name="SpanS">Length of the span in seconds.</param>
/// <param name="BusyS">CPU seconds of all programs and the kernel.</param>
/// <param name="StealS">CPU seconds that the hypervisor gave to other virtual machines.</param>
public readonly record struct MachineSpan(double SpanS, double BusyS, double StealS);
