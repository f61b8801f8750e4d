namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The durable table that maps names of sources to numbers, beside the records. A number that a name got must never change and
/// must never go to another name. A target that can be served may have such a table (<see cref="ITarget.SourceNames"/>).
/// <c>SourceNumbers</c> of a service calls it for names that it has not met. Several threads and services may call at once.
/// </summary>
public interface ISourceNames
{
    /// <summary>Finds the number of a name. A new name gets the next free number, durably before the call returns.</summary>
    /// <param name="name">The name, at most 1024 bytes as UTF-8, without control characters.</param>
    /// <param name="first">The smallest number that a new name may get.</param>
    /// <exception cref="TargetException">
    /// The database does not answer, or refuses. <see cref="TargetException.IsTransient"/> says whether it may take the name
    /// later.
    /// </exception>
    int NumberOf(string name, int first);

    /// <summary>Lists all names with their numbers, by number.</summary>
    /// <exception cref="TargetException">The database does not answer.</exception>
    IReadOnlyList<(int Source, string Name)> All();
}
