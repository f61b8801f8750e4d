namespace DbIngest.Targets.Via;

/// <summary>
/// The needs of a run, for a service that the user has started. <c>ServiceWrapper</c> makes it when a sweep opens its targets,
/// and <see cref="ServiceFit"/> compares it with the service's <see cref="ServiceOffer"/>. Immutable.
/// </summary>
/// <param name="Database">Name of the database.</param>
/// <param name="Client">Name of the write path.</param>
/// <param name="Durability">Name of the durability level.</param>
/// <param name="Sources">Largest number of sources in a trial.</param>
/// <param name="BatchRecords">Largest number of records in a batch.</param>
/// <param name="IsWarmedUp">True to warm the service up before each trial.</param>
/// <param name="Finds">True if a mix finds records by their time.</param>
/// <param name="RequestTimeout">Timeout of one request to the service.</param>
public sealed record ServiceDemand(
    string Database, string Client, string Durability, int Sources, int BatchRecords, bool IsWarmedUp, bool Finds,
    TimeSpan RequestTimeout);
