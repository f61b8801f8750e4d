namespace DbIngest.Runner.Workers;

/// <summary>
/// Waits for several source processes in parallel, one thread each, so that a hung process is noticed while others still work.
/// <see cref="ProcessRun"/> and <see cref="SpreadAudit"/> collect answers with it.
/// </summary>
internal static class Listeners
{
    /// <summary>Waits for all answers.</summary>
    /// <param name="indices">Positions of the processes.</param>
    /// <param name="listen">Waits for the process at a position and returns its answer. It must not throw, because an exception
    /// on its thread ends the program.</param>
    /// <returns>The answers in the same order.</returns>
    public static T[] Hear<T>(IReadOnlyList<int> indices, Func<int, T> listen)
    {
        var heard = new T[indices.Count];
        var threads = indices
            .Select((index, place) =>
            new Thread(() => heard[place] = listen(index)) { IsBackground = true, Name = $"listener {index}" }).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        return heard;
    }
}
