namespace DbIngest.Runner.Workers;

/// <summary>Listens to several source processes at once, each on a thread: so a hung one is noticed while another still works.</summary>
internal static class Listeners
{
    /// <summary>Waits for what each has to say.</summary>
    /// <param name="indices">Which processes.</param>
    /// <param name="listen">Listens to one; throws nothing.</param>
    /// <returns>What each said, in their order.</returns>
    public static T[] Hear<T>(IReadOnlyList<int> indices, Func<int, T> listen)
    {
        var heard = new T[indices.Count];
        var threads = indices.Select((index, place) => new Thread(() => heard[place] = listen(index)) { IsBackground = true, Name = $"listener {index}" }).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        return heard;
    }
}
