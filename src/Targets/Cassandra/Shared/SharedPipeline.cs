using DbIngest.Targets.Cassandra.Writing;

namespace DbIngest.Targets.Cassandra.Shared;

/// <summary>
/// Connections that several sources write through: a thread of their own sends the sources' batches one after the other, with no
/// pause between them. A source hands a whole batch over and sleeps until it is acknowledged.
/// </summary>
internal sealed class SharedPipeline
{
    private readonly object _gate = new();
    private readonly Queue<WriteJob> _arrived = new();
    private readonly RequestPipeline _pipeline;
    private readonly Thread _thread;
    private int _writers;

    /// <summary>Makes the thread.</summary>
    /// <param name="pipeline">The connections; disposed when the last writer leaves.</param>
    public SharedPipeline(RequestPipeline pipeline)
    {
        _pipeline = pipeline;
        _thread = new Thread(Run) { IsBackground = true, Name = "cassandra shared connections" };
    }

    /// <summary>Takes a writer in; with the first the thread starts. Entering and leaving is the caller's to order.</summary>
    public void Enter()
    {
        if (_writers++ == 0)
        {
            _thread.Start();
        }
    }

    /// <summary>Lets a writer go; with the last one the connections are closed.</summary>
    /// <returns>Whether they were.</returns>
    public bool Leave()
    {
        lock (_gate)
        {
            if (--_writers > 0)
            {
                return false;
            }

            Monitor.Pulse(_gate);
        }

        _thread.Join();
        _pipeline.Dispose();
        return true;
    }

    /// <summary>Hands a batch over.</summary>
    public void Add(WriteJob job)
    {
        lock (_gate)
        {
            _arrived.Enqueue(job);
            Monitor.Pulse(_gate);
        }
    }

    private void Run()
    {
        while (Take())
        {
            try
            {
                _pipeline.Step();
            }
            catch (Exception exception)
            {
                // A defect of ours must reach the sources, which would wait for ever.
                _pipeline.Fail(exception);
            }
        }
    }

    /// <summary>Takes what has arrived, and waits for it when nothing is on its way.</summary>
    /// <returns>Whether there is anything to do.</returns>
    private bool Take()
    {
        lock (_gate)
        {
            while (_arrived.Count == 0 && !_pipeline.IsBusy)
            {
                if (_writers == 0)
                {
                    return false;
                }

                Monitor.Wait(_gate);
            }

            while (_arrived.TryDequeue(out var job))
            {
                _pipeline.Add(job);
            }

            return true;
        }
    }
}
