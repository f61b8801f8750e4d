using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>
/// Adapts the protocol of study 4, which compares asynchronous calls with dedicated threads, to databases whose client has no
/// asynchronous calls: it chooses another client, or else the thread pool for all databases, so that <c>--study 4</c> alone runs
/// on each database. <see cref="SweepRequestReader"/> calls it before it applies the protocol. It never replaces a
/// <c>--client</c> or <c>--threads</c> that the user gave.
/// </summary>
internal static class ThreadModelFit
{
    private const string Async = "async";

    /// <summary>Replaces the default client of a database by one with asynchronous calls, where it lacks them.</summary>
    /// <param name="protocol">The protocol. Null without a study.</param>
    /// <param name="databases">The databases of the sweep.</param>
    /// <param name="options">The user's options.</param>
    public static IReadOnlyList<DatabaseChoice> Clients(
        StudyProtocol? protocol, IReadOnlyList<DatabaseChoice> databases, SweepOptions options) =>
        !Applies(protocol, options) || options.TextOf(SweepAxes.Client) is not null ? databases
            : [.. databases.Select(database => database.BlockingClients.Any()
                && database.Definition.Clients.FirstOrDefault(client => client is { IsAsync: true, IsBuiltIn: true }) is { } other
                    ? database with { Clients = [other.Name] } : database)];

    /// <summary>
    /// Replaces asynchronous calls by the thread pool if a client lacks them, which becomes a departure from the study: all
    /// databases of a sweep have the same thread models.
    /// </summary>
    /// <param name="protocol">The protocol. Null without a study.</param>
    /// <param name="databases">The databases of the sweep, with the clients that apply.</param>
    /// <param name="options">The user's options.</param>
    /// <returns>The protocol that applies. Null without a study.</returns>
    public static StudyProtocol? Models(
        StudyProtocol? protocol, IReadOnlyList<DatabaseChoice> databases, SweepOptions options) =>
        Applies(protocol, options) && databases.FirstOrDefault(database => database.BlockingClients.Any()) is { } blocking
            ? protocol!.WithoutAsync(blocking.BlockingClients.First(), blocking.Definition.Name)
            : protocol;

    private static bool Applies(StudyProtocol? protocol, SweepOptions options) =>
        protocol?.TextOf(SweepAxes.ServiceThreads)?.Contains(Async, StringComparison.Ordinal) == true
            && options.TextOf(SweepAxes.ServiceThreads) is null;
}
