namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Reads what the client's or the database's work uses on one host. Whoever can read it brings the reader: processes of this
/// machine are read from its <c>/proc</c>, a host elsewhere or a server that counts for itself in its own way.
/// </summary>
public interface IResourceReader
{
    /// <summary>Logical cores of the host: a share of CPU is one of these.</summary>
    int Cores { get; }

    /// <summary>Whether that host is this machine: what others do on it is told from what client and server use there.</summary>
    bool IsOfThisMachine => true;

    /// <summary>Reads. Called about once a second by the sampling thread: it must be cheap, and must not wait for the work.</summary>
    /// <returns>What was used since the reader was opened; null as long as there is nothing to read.</returns>
    ResourceReading? Read();
}
