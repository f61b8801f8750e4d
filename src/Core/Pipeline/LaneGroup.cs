using System.Diagnostics;
using System.Net.Sockets;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Serves several lanes on one thread (<c>--client-threads</c>): each lane has one request under way, and the thread reads the
/// answers in the order in which they arrive. With a thread per lane the kernel wakes a thread for each answer, which costs more
/// than the answer itself where requests are small. <see cref="LocalIngestRun"/> creates a group per thread. Only in a closed
/// loop: no lane waits for a time.
/// </summary>
/// <remarks>
/// A lane whose attempt fails repeats it on the group's thread, and the other lanes of the group wait meanwhile.
/// </remarks>
/// <param name="lanes">The lanes, which are open and do <see cref="ISplitWork"/>.</param>
/// <param name="fail">Takes the failure of a lane, and stops all lanes.</param>
internal sealed class LaneGroup(IReadOnlyList<IngestLane> lanes, Action<Exception> fail)
{
    /// <summary>How often the group looks for requests that have exceeded their timeout.</summary>
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1);

    private readonly bool[] _isReady = new bool[lanes.Count];
    private readonly bool[] _isUnderWay = new bool[lanes.Count];
    private readonly List<Socket> _answered = new(lanes.Count);
    private int _underWay;
    private long _looked;

    /// <summary>Divides lanes among threads.</summary>
    /// <param name="lanes">The lanes of a process, source by source.</param>
    /// <param name="threads">The threads that serve them. Null for a thread per lane.</param>
    /// <returns>The lanes of each thread: every n-th, so that each thread has lanes of all sources.</returns>
    public static IngestLane[][] Divide(IngestLane[] lanes, int? threads)
    {
        int count = Math.Min(threads ?? lanes.Length, lanes.Length);
        return [.. Enumerable.Range(0, count).Select(first => lanes.Where((_, i) => i % count == first).ToArray())];
    }

    /// <summary>
    /// Takes turns in all lanes until the schedules of their sources end, or the lanes are stopped. Requests under way are
    /// completed. This is the timed region.
    /// </summary>
    /// <param name="start">The common start of all lanes in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Stops each lane before its next turn, and cancels a pause between attempts.</param>
    public void Ingest(long start, CancellationToken cancellation)
    {
        long began = _looked = Stopwatch.GetTimestamp();
        for (int i = 0; i < lanes.Count; i++)
        {
            Begin(i, start, cancellation);
        }

        while (_underWay > 0)
        {
            bool all = AwaitAnswers();
            int next = 0;
            for (int i = 0; i < lanes.Count; i++)
            {
                if (!_isUnderWay[i])
                {
                    continue;
                }

                // The sockets that have answered are in the order of the lanes.
                if (next < _answered.Count && _answered[next] == lanes[i].Answering)
                {
                    next++;
                }
                else if (lanes[i].Answering is not null && !(all && lanes[i].IsOverdue))
                {
                    continue;
                }

                End(i, start, cancellation);
                _isReady[i] = true;
            }

            // Only now, since a sending wakes a process of the server, which then takes this core from the thread: read one by
            // one between sendings, answers came at 0.75 instead of 0.95 times the rate of a database's own load generator.
            for (int i = 0; i < lanes.Count; i++)
            {
                if (_isReady[i])
                {
                    _isReady[i] = false;
                    Begin(i, start, cancellation);
                }
            }
        }

        ShareOut(Stopwatch.GetTimestamp() - began);
    }

    /// <summary>
    /// Counts the time of the thread once, divided among its lanes: of each lane's time between a sending and its answer, the
    /// thread spent a part on other lanes.
    /// </summary>
    private void ShareOut(long elapsed)
    {
        long writing = lanes.Sum(lane => lane.WritingTicks);
        long most = Math.Max(0, elapsed - lanes.Sum(lane => lane.GeneratingTicks));
        if (writing > most)
        {
            foreach (var lane in lanes)
            {
                lane.WritingTicks = (long)(lane.WritingTicks * (double)most / writing);
            }
        }
    }

    private void Begin(int i, long start, CancellationToken cancellation)
    {
        try
        {
            _isUnderWay[i] = lanes[i].Begin(start, cancellation);
            _underWay += _isUnderWay[i] ? 1 : 0;
        }
        catch (Exception exception)
        {
            fail(exception);
        }
    }

    private void End(int i, long start, CancellationToken cancellation)
    {
        _isUnderWay[i] = false;
        _underWay--;
        try
        {
            lanes[i].End(start, cancellation);
        }
        catch (Exception exception)
        {
            fail(exception);
        }
    }

    /// <summary>
    /// Waits until an answer arrives, and leaves the sockets that can be read in <see cref="_answered"/>. Does not wait if a lane
    /// has no connection.
    /// </summary>
    /// <returns>True if it is time to look for requests that are overdue.</returns>
    private bool AwaitAnswers()
    {
        _answered.Clear();
        bool hasNone = false;
        for (int i = 0; i < lanes.Count; i++)
        {
            if (_isUnderWay[i])
            {
                if (lanes[i].Answering is { } socket)
                {
                    _answered.Add(socket);
                }
                else
                {
                    hasNone = true;
                }
            }
        }

        try
        {
            if (_answered.Count > 0)
            {
                Socket.Select(_answered, null, null, hasNone ? TimeSpan.Zero : Look);
            }
        }
        catch (Exception closed) when (closed is ObjectDisposedException or SocketException)
        {
            // Another thread has cut a connection. Its lane is overdue.
            _answered.Clear();
            return true;
        }

        if (_answered.Count > 0 && Stopwatch.GetElapsedTime(_looked) < Look)
        {
            return false;
        }

        _looked = Stopwatch.GetTimestamp();
        return true;
    }
}
