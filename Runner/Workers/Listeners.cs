namespace DbIngest.Runner.Workers;

/// <summary>Waits for several source processes in parallel, so that a hung one is noticed while others still work.</summary>
internal static class Listeners
{
    /// <summary>Waits for all of them.</summary>
    /// <param name="indices">The processes.</param>
    /// <param name="listen">Waits for one process. Must not throw.</param>
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
