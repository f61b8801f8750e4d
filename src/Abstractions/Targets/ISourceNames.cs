namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The durable table of names beside the records: each name of a source has one number for ever. A target that can be served may
/// have one, and a service with InfluxDB's line protocol needs it. Several threads, and several services, may call it at once.
/// </summary>
public interface ISourceNames
{
    /// <summary>Finds the number of a name. Gives it the next free one if it has none, durably.</summary>
    /// <param name="name">The name, at most 1024 characters.</param>
    /// <param name="first">The least number to give.</param>
    /// <exception cref="TargetException">The database does not answer.</exception>
    int NumberOf(string name, int first);

    /// <summary>Lists all names with their numbers, by number.</summary>
    /// <exception cref="TargetException">The database does not answer.</exception>
    IReadOnlyList<(int Source, string Name)> All();
}
