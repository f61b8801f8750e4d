namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Reads the resource use of the client or the database on one host. A trial opens its readers right before the start, and its
/// sampler calls <see cref="Read"/> about once a second. One thread at a time calls a reader, but not always the same thread.
/// Implementations read <c>/proc</c> of this machine, another host, or counters that a server reports. They change nothing there.
/// </summary>
public interface IResourceReader
{
    /// <summary>Logical cores of the host.</summary>
    int Cores { get; }

    /// <summary>True if the host is this machine. The sampler then computes what other programs of the machine used.</summary>
    bool IsOfThisMachine => true;

    /// <summary>
    /// False for a placeholder, and for a reader that has lost what it reads: part of the client or database runs where its use
    /// cannot be read. As long as it is false, the use of the whole client or database is unknown, because a sum without this
    /// reader would be too small.
    /// </summary>
    bool IsMeasured => true;

    /// <summary>
    /// Reads the counters. The sampler calls it about once a second during a trial: it must be cheap, must not wait for the
    /// database, and must not throw.
    /// </summary>
    /// <returns>Use since the reader was opened. Null while the reader cannot tell the use.</returns>
    ResourceReading? Read();
}
