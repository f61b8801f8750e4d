namespace DbIngest.Core.Plan;

/// <summary>
/// Declares the axes of the client's threads, so far the number of threads per source process. <see cref="SweepAxes"/> registers
/// each axis. Keys of points contain the values of an axis, so no written form may change.
/// </summary>
internal static class ClientAxes
{
    /// <summary>
    /// Threads of each source process that serve its lanes of a mix, 1 to 64. Absent without <c>--client-threads</c>: then each
    /// lane has a separate thread.
    /// </summary>
    public static NumberAxis<int> Threads() => new()
    {
        Name = "client threads",
        Field = "client_threads",
        Summary = "Threads of each source process that serve its lanes of a mix. Each lane still has a connection with one "
            + "operation under way, and a thread reads the answers of its lanes as they arrive, which takes less CPU where "
            + "operations are small. Not with --rate or --find.",
        DefaultMeaning = "a thread for each lane",
        Largest = 64,
        IsOptional = true,
        DecidesCeiling = true,
        RunsOtherCode = true,
        Nesting = 45,
        PlotTitle = "threads of a source process",
        NumberWhenAbsent = double.NaN,
        PhraseWhenAbsent = "a thread for each lane",
        Says = threads => FormattableString.Invariant($"{threads} client {(threads == 1 ? "thread" : "threads")}"),
    };
}
