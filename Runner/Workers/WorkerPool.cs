using System.Diagnostics;

namespace DbIngest.Runner.Workers;

/// <summary>The source processes of a run. They are kept between trials; one that failed is replaced.</summary>
/// <param name="start">How one is started on a host; null is this machine.</param>
/// <param name="silenceLimit">A process that says nothing for so long is taken for hung.</param>
internal sealed class WorkerPool(Func<string?, ProcessStartInfo> start, TimeSpan silenceLimit) : IDisposable
{
    private readonly List<WorkerProcess> _idle = [];

    /// <summary>Processes for the groups of a layout; the same group gets the same process from trial to trial.</summary>
    /// <param name="hosts">The host of each; null is this machine.</param>
    /// <returns>The processes, in that order.</returns>
    /// <exception cref="WorkerException">One cannot be started, or is not of this build.</exception>
    public IReadOnlyList<WorkerProcess> Rent(IReadOnlyList<string?> hosts)
    {
        var rented = new List<WorkerProcess>();
        try
        {
            foreach (string? host in hosts)
            {
                var worker = _idle.FirstOrDefault(idle => idle.Host == host);
                _ = worker is null || _idle.Remove(worker);
                rented.Add(worker ?? new WorkerProcess(start(host), silenceLimit, host));
            }

            rented.ForEach(worker => worker.Greet());
            return rented;
        }
        catch
        {
            Return(rented);
            throw;
        }
    }

    /// <summary>Takes processes back after a trial; those that failed are ended.</summary>
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

    public void Dispose() => _idle.ForEach(w => w.Dispose());
}
