using System.Diagnostics;

namespace DbIngest.Runner.Workers;

/// <summary>The source processes of a run. They are kept between trials; one that failed is replaced.</summary>
internal sealed class WorkerPool(Func<ProcessStartInfo> start, TimeSpan silenceLimit) : IDisposable
{
    private readonly List<WorkerProcess> _idle = [];

    /// <summary>Processes for the groups of a layout; the same group gets the same process from trial to trial.</summary>
    public IReadOnlyList<WorkerProcess> Rent(int count)
    {
        while (_idle.Count < count)
        {
            _idle.Add(new WorkerProcess(start(), silenceLimit));
        }

        var rented = _idle.GetRange(0, count);
        _idle.RemoveRange(0, count);
        return rented;
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
