using System.Diagnostics;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Starts and keeps the source processes of a run, so that only their first trial meets cold code. <c>SweepSession</c> owns one,
/// and <see cref="ProcessEngine"/> rents from it per trial. It replaces processes that failed, also while no trial used them. Not
/// thread-safe: only the thread of the sweep calls it. A rented process must be returned, also after a failure.
/// </summary>
/// <param name="start">Builds the command that starts a process on a host. Null means this machine.</param>
/// <param name="silenceLimit">A process that is silent for longer counts as hung.</param>
/// <param name="files">Hashes of the files that each process loads besides this program, by path. Null for none.</param>
internal sealed class WorkerPool(
    Func<string?, ProcessStartInfo> start, TimeSpan silenceLimit, IReadOnlyDictionary<string, string>? files = null) : IDisposable
{
    private readonly IReadOnlyDictionary<string, string> _files = files ?? new Dictionary<string, string>(StringComparer.Ordinal);
    private readonly List<WorkerProcess> _idle = [];

    /// <summary>
    /// Takes one process per group of a layout and starts missing ones. A group gets the same process in every trial. After a
    /// failure no process stays rented.
    /// </summary>
    /// <param name="hosts">The host of each group. Null means this machine.</param>
    /// <param name="cancellation">Ends the wait for other hosts.</param>
    /// <returns>The processes in the same order.</returns>
    /// <exception cref="WorkerException">A process cannot be started, or is another build or has other files.</exception>
    /// <exception cref="OperationCanceledException">The wait was cancelled.</exception>
    public IReadOnlyList<WorkerProcess> Rent(IReadOnlyList<string?> hosts, CancellationToken cancellation)
    {
        EndTheLost();
        var rented = new List<WorkerProcess>();
        try
        {
            foreach (string? host in hosts)
            {
                var worker = _idle.FirstOrDefault(idle => idle.Host == host);
                _ = worker is null || _idle.Remove(worker);
                rented.Add(worker ?? new WorkerProcess(start(host), silenceLimit, host));
            }

            rented.ForEach(worker => worker.Greet(_files, cancellation));
            return rented;
        }
        catch
        {
            Return(rented);
            throw;
        }
    }

    /// <summary>Takes processes back after a trial, keeps their order, and ends processes that failed.</summary>
    public void Return(IEnumerable<WorkerProcess> workers)
    {
        int place = 0;
        foreach (var worker in workers)
        {
            if (worker.IsUsable)
            {
                _idle.Insert(place++, worker);
            }
            else
            {
                worker.Dispose();
            }
        }
    }

    /// <summary>Ends all idle processes at the same time: each takes seconds where its host is away.</summary>
    public void Dispose()
    {
        var endings = _idle.ConvertAll(worker => Task.Factory.StartNew(
            worker.Dispose, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        endings.ForEach(ending => ending.GetAwaiter().GetResult());
    }

    /// <summary>Ends idle processes that were lost between two trials, so that they do not cost the next one.</summary>
    private void EndTheLost()
    {
        foreach (var lost in _idle.Where(worker => !worker.IsAlive).ToList())
        {
            _idle.Remove(lost);
            lost.Dispose();
        }
    }
}
