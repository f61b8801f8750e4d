namespace DbIngest.Targets.Via;

/// <summary>
/// What a run needs of a service that somebody else has started. The command line makes it, and <see cref="RemoteServiceTarget"/>
/// compares it with what the service tells of itself.
/// </summary>
/// <param name="Database">Name of the database.</param>
/// <param name="Client">Name of the write path.</param>
/// <param name="Durability">Name of the durability level.</param>
/// <param name="Sources">Most sources of a trial.</param>
/// <param name="BatchRecords">Most records of a batch.</param>
/// <param name="IsWarmedUp">True to warm the service up before each trial.</param>
/// <param name="Finds">True if a mix finds records by their time.</param>
/// <param name="RequestTimeout">How long one request to the service may take.</param>
public sealed record ServiceDemand(
    string Database, string Client, string Durability, int Sources, int BatchRecords, bool IsWarmedUp, bool Finds,
    TimeSpan RequestTimeout);
