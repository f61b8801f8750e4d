namespace DbIngest.Abstractions.Resources;

/// <summary>Reads what one node of a database uses, on a machine that others may share.</summary>
public interface INodeReader : IResourceReader
{
    /// <summary>The node's name.</summary>
    string Node { get; }

    /// <summary>What tells its machine from others: the cores of a machine are there once, however many nodes it has.</summary>
    string Machine { get; }

    /// <summary>Asks for a reading and does not wait: the next <see cref="IResourceReader.Read"/> has it. So many nodes answer at once.</summary>
    void Ask();

    /// <summary>What the whole machine did since the reader was opened, up to the latest reading; null when that is not known.</summary>
    MachineSpan? Whole { get; }
}

/// <summary>What all programs of a machine did over a span of time.</summary>
/// <param name="SpanS">The span, in seconds.</param>
/// <param name="BusyS">CPU seconds that they and the kernel used.</param>
/// <param name="StealS">CPU seconds that a virtual machine's host gave to others.</param>
public readonly record struct MachineSpan(double SpanS, double BusyS, double StealS);
