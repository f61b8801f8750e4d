namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Reads the resource use of the client or the database on one host. A trial opens its readers right before the start, and its
/// sampler calls <see cref="Read"/> about once a second from one thread. Implementations read <c>/proc</c> of this machine,
/// another host, or counters that a server reports. They must not change anything there.
/// </summary>
public interface IResourceReader
{
    /// <summary>Logical cores of the host.</summary>
    int Cores { get; }

    /// <summary>True if the host is this machine. The sampler then computes what other programs of the machine used.</summary>
    bool IsOfThisMachine => true;

    /// <summary>
    /// False if it stands for a part whose use nobody can read, so that the use of its side is unknown instead of too small.
    /// </summary>
    bool IsMeasured => true;

    /// <summary>
    /// Reads the counters. The sampling thread calls it about once a second: it must be cheap and must not wait for the database.
    /// </summary>
    /// <returns>Use since the reader was opened. Null while there is nothing to read.</returns>
    ResourceReading? Read();
}
